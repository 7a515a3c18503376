"""A configured game, such as thegame(players=3): how many seats, actions and numbers it has, and what they mean."""
import ctypes

from . import library


class Rules:
    """`Rules("lie(players=2)")`. Its text is canonical: str(rules) names every option."""

    def __init__(self, text):
        self._c, self._library = library.CRules(), library.load()
        given = str(text).encode()
        error = self._library.stos_rules_parse(given, len(given), ctypes.byref(self._c))
        if error.reason:
            raise library.RulesError(library.sentence(error, given))
        out = ctypes.create_string_buffer(library.RULES_TEXT)
        self._library.stos_rules_text(self.pointer, out)
        self.text = out.value.decode()
        self.game = self._library.stos_game_name(self._c.game).decode()
        self.seats = self._library.stos_rules_seats(self.pointer)
        self.actions = self._library.stos_action_count(self.pointer)
        self.action_words = self._library.stos_action_words(self.pointer)
        self.observation_length = self._library.stos_observation_length(self.pointer)
        self.fields, self.help = self._read_fields()

    @property
    def pointer(self):
        return ctypes.byref(self._c)

    @property
    def c_rules(self):
        """The library's own value."""
        return self._c

    def _read_fields(self):
        """The fields of an observation by name: as slices, and as lines of English."""
        fields, words, field = {}, {}, library.CField()
        while self._library.stos_observation_field(self.pointer, len(fields), ctypes.byref(field)):
            name = field.name.decode()
            fields[name] = slice(field.at, field.at + field.length)
            words[name] = field.help.decode()
        return fields, words

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Rules({self.text!r})"

    def __eq__(self, other):
        return isinstance(other, Rules) and self.text == other.text

    def __hash__(self):
        return hash(self.text)
