"""How a name is spelled: its atoms, its key whatever the separators and the case, the suffixes a class adds to a family."""

import re

_ATOM = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_TASK = re.compile(
    r"(?:For[A-Z]\w*|(?:LMHead|DoubleHeads|Text|Vision|Audio)?Model|PreTrainedModel|With\w+|LMHead|PreTrained|CausalLM|"
    r"(?:Sequence|Token|Image|Audio|Video)Classification|QuestionAnswering|ConditionalGeneration|MaskedLM|Seq2SeqLM|MultipleChoice)"
)
_TASK_KEY = re.compile(
    r"(?:for)?(?:causallm|maskedlm|seq2seqlm|lmhead(?:model)?|pretraining|(?:sequence|token|image|audio|video)classification|"
    r"questionanswering|conditionalgeneration|multiplechoice)"
)
_CLASS = re.compile(
    r"(?:(?:LMHead|Text|Vision|Audio)?Model|(?:Text|Vision|Audio)?Config|(?:Image|Video)?Processor(?:Pil)?|FeatureExtractor|Tokenizer)(?:Fast)?$"
    r"|For[A-Z]\w*$"
)


def split_camel(text: str) -> tuple[str, ...]:
    """Return the atoms of an identifier, lower-case: words, runs of capitals, runs of digits.

    >>> split_camel("GPTNeoXTokenizerFast")
    ('gpt', 'neo', 'x', 'tokenizer', 'fast')
    >>> split_camel("qwen2_5_vl")
    ('qwen', '2', '5', 'vl')
    """
    return tuple(atom.lower() for atom in _ATOM.findall(text))


def key_of(text: str) -> str:
    """Return the spelling that all spellings of a name share: lower-case, no separators. A key is its own key.

    >>> {key_of("Qwen2_5_VL"), key_of("qwen2.5-vl"), key_of("Qwen2 5VL")}
    {'qwen25vl'}
    """
    return text.lower().replace("-", "").replace("_", "").replace(".", "").replace(" ", "")


def is_task_suffix(text: str) -> bool:
    """Tell whether *text* says what a class does and not whose it is, in any case.

    >>> is_task_suffix("ForCausalLM"), is_task_suffix("SequenceClassification"), is_task_suffix("forcausallm")
    (True, True, True)
    >>> is_task_suffix("LlamaForCausalLM")
    False
    """
    return _TASK.fullmatch(text) is not None or _TASK_KEY.fullmatch(key_of(text)) is not None


def without_suffix(text: str) -> str:
    """Return what is left of a class name without the ending that says what kind of class of a model it is.

    >>> without_suffix("MambaLMHeadModel"), without_suffix("LlamaTokenizerFast"), without_suffix("MambaMixer")
    ('Mamba', 'Llama', 'MambaMixer')
    """
    return _CLASS.sub("", text)
