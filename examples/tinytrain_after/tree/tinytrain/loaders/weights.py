"""Weight conversions that a model declares, from before it is built until it is saved."""

from .._namebranch.conversions import WeightConversions
from ..support import WEIGHT_CONVERSIONS


def conversions_of(model_type):
    return WeightConversions(WEIGHT_CONVERSIONS.of(model_type))
