"""What is checked before a descriptor is written into the book. A refused one leaves no trace."""

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from .book import Address, Book, Owner, Record
from .callers import told
from .errors import DuplicateAnswerError, DuplicateKeyError, OverrideWarning, RegistrationError
from .markers import CLEARED
from .matching import Matcher
from .questions import Question
from .signatures import misfit
from .templates import SLOTS, Descriptor, Template


class Registering:
    """The way into a book."""

    def __init__(
        self, book: Book, name: str, spaces: tuple[str, ...], questions: Mapping[str, Question[Any]], matchers: Mapping[str, Matcher[Any]]
    ) -> None:
        """Guard a book; questions and matchers may be declared later."""
        self._book, self._name, self._spaces, self._questions, self._matchers = book, name, spaces, questions, matchers

    def own(self, address: Address, owner: Owner) -> None:
        """Write down an owner beside those that the key has."""
        with self._book.lock:
            held = self._book.owners.get(address, Owner())
            modules = tuple(dict.fromkeys((*held.modules, *owner.modules)))
            self._book.owners[address] = Owner(*modules, matchers=tuple(dict.fromkeys((*held.matchers, *owner.matchers))))
            self._book.forget(address)

    def register(self, descriptor: Descriptor, module: str, line: int, *, override: bool) -> None:
        """Check and write a descriptor."""
        record = self._record(descriptor, module, line)
        self._check_words(record)
        with self._book.lock:
            for address in descriptor.addresses():
                self._check_free(record, address, override=override)
            if not override:
                self._check_owned(record)
                self._check_matchers(record)
            for address in descriptor.addresses() if override else ():
                self._warn(record, address)  # before anything is written: a warning may be an error
            for address in descriptor.addresses():
                (self._book.overrides if override else self._book.records)[address] = record
                self._book.forget(address)

    def extend(self, descriptor: Descriptor, module: str, line: int) -> None:
        """Check and write an extension."""
        record = self._record(descriptor, module, line)
        self._check_words(record)
        if descriptor.family or descriptor.matchers:
            raise RegistrationError(f"{record}: an extension brings no family and no matchers: they belong to the descriptor itself")
        with self._book.lock:
            for address in descriptor.addresses():
                held = self._book.records.get(address)
                beside = [*([held] if held is not None and held.counts() else []), *self._extensions(address)]
                self._check_answers(record, address, beside)
            self._check_owned(record)
            for address in descriptor.addresses():
                self._book.extensions[address] = tuple(sorted((*self._extensions(address), record), key=str))
                self._book.forget(address)

    def _record(self, descriptor: Descriptor, module: str, line: int) -> Record:
        return Record(descriptor, module, line, sys.modules.get(module))

    def _extensions(self, address: Address) -> tuple[Record, ...]:
        return tuple(each for each in self._book.extensions.get(address, ()) if each.counts())

    # What a descriptor says by itself

    def _check_words(self, record: Record) -> None:
        descriptor = record.descriptor
        addresses = descriptor.addresses()
        if not addresses or len(set(addresses)) < len(addresses):
            raise RegistrationError(f"{record}: a descriptor has keys, each of them once, not {dict(descriptor.keys)}")
        for space, key in addresses:
            if space not in self._spaces:
                raise RegistrationError(f"{record}: registry {self._name} has no space {space!r}; it has {', '.join(self._spaces)}")
            if not _is_key(key):
                raise RegistrationError(f"{record}: {key!r} is no key: a key is a string, not empty, without space around it")
        self._check_template(descriptor, str(record))
        for family in descriptor.family.lineage() if descriptor.family else ():
            self._check_template(family, f"{record}: family {family.name}")
        for name, matcher in descriptor.matchers.items():
            self._check_matcher(record, name, matcher)

    def _check_template(self, template: Template, place: str) -> None:
        for slot in SLOTS:
            for name, value in template.said(slot).items():
                question = self._questions.get(name)
                if question is None or question.slot != slot:
                    raise RegistrationError(f"{place}: registry {self._name} asks no {name!r} among its {slot}{self._near(name, slot)}")
                if value is not CLEARED and (fault := question.fault(value)):
                    raise RegistrationError(f"{place}: {name}: {fault}")
            if slot == "sections" and len(template.said(slot)) < len(template.sections):
                raise RegistrationError(f"{place}: two sections of one kind")

    def _near(self, name: str, slot: str) -> str:
        near = get_close_matches(name, [each.name for each in self._questions.values() if each.slot == slot], n=1)
        return f"; did you mean {near[0]!r}?" if near else ": declare it first"

    def _check_matcher(self, record: Record, name: str, matcher: Any) -> None:
        declared = self._matchers.get(name)
        if declared is None:
            raise RegistrationError(
                f"{record}: registry {self._name} has no matcher {name!r}; it has {', '.join(self._matchers) or 'none'}"
            )
        spaces = {space for space, _ in record.descriptor.addresses()}
        if declared.space not in spaces:
            raise RegistrationError(f"{record}: the matcher {name} gives a {declared.space}, and the descriptor has none")
        if fault := misfit(matcher, declared.signature):
            raise RegistrationError(f"{record}: the matcher {name}: {fault}")

    # What others say

    def _check_free(self, record: Record, address: Address, *, override: bool) -> None:
        held = (self._book.overrides if override else self._book.records).get(address)
        if held is not None and held.counts() and held.descriptor is not record.descriptor:
            advice = "" if override else "; give it a key of its own, extend the other, or register it with override=True"
            raise DuplicateKeyError(f"{record}: the {address[0]} {address[1]!r} is registered by {held}{advice}")
        if not override:
            self._check_answers(record, address, list(self._extensions(address)))

    def _check_answers(self, record: Record, address: Address, beside: list[Record]) -> None:
        for other in beside:
            for slot in SLOTS:
                if both := sorted({*record.descriptor.said(slot)} & {*other.descriptor.said(slot)}):
                    raise DuplicateAnswerError(
                        f"{record}: the {slot} {', '.join(both)} of the {address[0]} {address[1]!r} come from {other} too; leave one of them out"
                    )

    def _check_owned(self, record: Record) -> None:
        """Refuse what would be found, or not, depending on which module was imported before."""
        owners = {address: self._book.owners.get(address) for address in record.descriptor.addresses()}
        for address, owner in owners.items():
            if owner is None:
                if any(owners.values()):
                    raise RegistrationError(
                        f"{record}: the {address[0]} {address[1]!r} has no owner, and another key of the descriptor has: nobody would find "
                        "it before the other was asked for; add it to the owners"
                    )
            elif not owner.covers(record.module):
                raise DuplicateKeyError(
                    f"{record}: the {address[0]} {address[1]!r} is owned by {', '.join(owner.modules)}; register it there, name "
                    f"{record.module} as owner, or register it with override=True"
                )

    def _check_matchers(self, record: Record) -> None:
        """Refuse matchers that would be asked only once their module is imported for another reason, and those that are missing."""
        owners = [owner for address in record.descriptor.addresses() if (owner := self._book.owners.get(address))]
        declared = sorted({matcher for owner in owners for matcher in owner.matchers})
        if owners and declared != sorted(record.descriptor.matchers):
            raise RegistrationError(
                f"{record}: it has the matchers {', '.join(record.descriptor.matchers) or 'none'}, and its owner is declared with "
                f"{', '.join(declared) or 'none'}; say Owner({record.module!r}, matchers=…) of one of its keys"
            )

    def _warn(self, record: Record, address: Address) -> None:
        held, owner = self._book.records.get(address), self._book.owners.get(address)
        whose = str(held) if held is not None else None if owner is None else ", ".join(owner.modules)
        if whose is not None:
            told(f"{record} takes the {address[0]} {address[1]!r} over from {whose}", OverrideWarning)


def _is_key(key: object) -> bool:
    return isinstance(key, str) and key != "" and key == key.strip()
