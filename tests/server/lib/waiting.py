"""waiting.py - the one way to wait for something in a test: with a limit, and a message for when it never comes."""
import time


def eventually(condition, seconds, message, pause=0.05):
    """What `condition` returns, once that is something; fails with the message after so many seconds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() >= end:
            raise AssertionError(f"after {seconds} s still not: {message() if callable(message) else message}")
        time.sleep(pause)
    return found
