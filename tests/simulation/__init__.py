"""The whole house in one process without sockets, threads or waiting: a seed decides everything that could happen."""
