"""The first of the five patterns, as a rule of Fixit: `x.model_type == "name"`."""

import libcst as cst
import libcst.matchers as m
from fixit import LintRule


class NameEquals(LintRule):
    """Decides by a model's name."""

    def visit_Comparison(self, node: cst.Comparison) -> None:  # noqa: N802  the name that LibCST calls
        """Report a comparison of a model's type with a string."""
        equals = m.Comparison(
            left=m.Attribute(attr=m.Name("model_type") | m.Name("model_config_type")),
            comparisons=[m.ComparisonTarget(operator=m.Equal(), comparator=m.SimpleString())],
        )
        if m.matches(node, equals):
            self.report(node, "decides by a model's name")
