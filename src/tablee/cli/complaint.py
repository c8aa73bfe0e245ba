"""What is said when a command cannot be done."""


class Complaint(Exception):
    """The message is a sentence that says what to do next. It goes to stderr, the exit code is 2."""
