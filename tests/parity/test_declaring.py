"""What somebody accepted in writing is declared; what nobody did still counts, and what is not there any more counts too."""

import pytest
from evidences import F, claim, difference, evidence

from namebranch.codemods.planning.decisions import DecisionsError, parsed
from namebranch.parity.declaring import Declared, declarations, with_declared
from namebranch.parity.evidence import Claim, Difference, Verdict

DIFFERENT = claim(Verdict.DIFFERENT)
GAINED = difference(DIFFERENT)


def entry(*, claim: str = "", function: str = "", names: tuple[str, ...] = (), kind: str = "") -> Declared:
    """Return a declaration."""
    return Declared(
        claim=claim, function=function or ("" if claim else F), names=names, kind=kind, reason="wanted since v2", accepted_by="a reviewer"
    )


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(entry(), id="by its function"),
        pytest.param(entry(claim=f"trace {F}"), id="by its claim"),
        pytest.param(entry(names=("gemma4",)), id="by its names"),
        pytest.param(entry(kind="return"), id="by what parts"),
        pytest.param(entry(names=("gemma4", "mixtral"), kind="return 2"), id="by its names and what parts"),
    ],
)
def test_an_accepted_difference_is_declared(one: Declared) -> None:
    found = with_declared(evidence(DIFFERENT, differences=[GAINED]), (one,))
    (judged,) = found.claims
    assert judged.verdict is Verdict.DECLARED
    assert judged.reason == "wanted since v2 (accepted by a reviewer)"
    assert found.equal
    assert found.complete


@pytest.mark.parametrize(
    ("one", "of", "told"),
    [
        pytest.param(entry(function="pkg.patches:other"), DIFFERENT, [GAINED], id="of another function"),
        pytest.param(entry(claim=f"reach {F}"), DIFFERENT, [GAINED], id="of another part"),
        pytest.param(entry(names=("gemma",)), DIFFERENT, [GAINED], id="for another name"),
        pytest.param(entry(kind="raise"), DIFFERENT, [GAINED], id="of another kind"),
        pytest.param(entry(names=("gemma4",)), DIFFERENT, [GAINED, difference(DIFFERENT, "jamba")], id="for one name of two"),
        pytest.param(entry(names=("gemma4",)), claim(Verdict.DIFFERENT, differing=9), [GAINED], id="by names, where not all is told"),
    ],
)
def test_what_nobody_accepted_stays_different(one: Declared, of: Claim, told: list[Difference]) -> None:
    found = with_declared(evidence(of, differences=told), (one,), whole=False)
    assert found.claims[0].verdict is Verdict.DIFFERENT
    assert not found.equal


def test_two_entries_may_share_a_claim() -> None:
    told = [GAINED, difference(DIFFERENT, "jamba")]
    found = with_declared(
        evidence(claim(Verdict.DIFFERENT, differing=2), differences=told), (entry(names=("gemma4",)), entry(names=("jamba",)))
    )
    assert [one.verdict for one in found.claims] == [Verdict.DECLARED]


def test_what_is_declared_and_not_there_is_a_no() -> None:
    found = with_declared(evidence(claim(Verdict.SAME)), (entry(),))
    assert [(one.part, one.verdict) for one in found.claims] == [("trace", Verdict.SAME), ("declared", Verdict.DIFFERENT)]
    assert "take the entry out" in found.claims[1].reason
    assert not found.equal


@pytest.mark.parametrize(
    ("held", "old", "whole"),
    [
        pytest.param(claim(Verdict.SAME), (entry(),), True, id="accepted for an earlier change"),
        pytest.param(claim(Verdict.OPEN), (), True, id="nobody knows"),
        pytest.param(claim(Verdict.SAME, "pkg.patches:other"), (), False, id="only some functions were compared"),
    ],
)
def test_what_need_not_be_there(held: Claim, old: tuple[Declared, ...], whole: bool) -> None:
    assert with_declared(evidence(held), (entry(),), old, whole=whole).claims == (held,)


def test_a_function_that_did_not_change_has_no_difference() -> None:
    assert not with_declared(evidence(claim(Verdict.SAME, "pkg.patches:other")), (entry(),)).equal


def test_a_void_run_cannot_be_accepted() -> None:
    held = claim(Verdict.VOID)
    assert not with_declared(evidence(held), (entry(),), (entry(),)).equal


GOOD = '[[difference]]\nfunction = "a:b"\nreason = "r"\naccepted_by = "x"\n'


def test_a_file_of_decisions_holds_them_beside_others() -> None:
    text = GOOD + 'names = ["gemma4"]\nkind = "return"\n[[left]]\nsite = "0123456789abcdef"\nreason = "r"\n'
    (one,) = declarations(text.encode())
    assert one == Declared(function="a:b", names=("gemma4",), kind="return", reason="r", accepted_by="x")
    assert parsed(text.encode()).left == {"0123456789abcdef": "r"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[difference]]\n", id="nothing in it"),
        pytest.param(GOOD.replace("reason", "because"), id="no reason"),
        pytest.param(GOOD.replace('"x"', '" "'), id="nobody accepted it"),
        pytest.param(GOOD.replace("function", "claims"), id="a key that is none"),
        pytest.param(GOOD + "more = 1\n", id="one key too many"),
        pytest.param(GOOD + 'claim = "c"\n', id="a claim and a function"),
        pytest.param(GOOD + "names = 1\n", id="a number for names"),
        pytest.param("difference = 1\n", id="no table"),
        pytest.param("difference = [1]\n", id="no row"),
        pytest.param("[[", id="no TOML"),
    ],
)
def test_an_entry_that_is_not_as_it_should_be_is_refused(text: str) -> None:
    with pytest.raises(DecisionsError, match=r"decisions\.toml"):
        declarations(text.encode())


def test_no_file_accepts_nothing() -> None:
    assert declarations(b"") == ()
