"""What PettingZoo documents of AECEnv, for tests where the package itself is not installed."""


class AECEnv:
    """Its state is in attributes that the environment keeps."""

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self
