-- A data base of version 1, as the first program with nodes made it, with a table and its game. Never changed again.
CREATE TABLE house (one integer PRIMARY KEY, version integer NOT NULL, secret text NOT NULL);
INSERT INTO house VALUES (1, 1, 'a secret of version 1');
CREATE TABLE lives (
    life text PRIMARY KEY, node text NOT NULL UNIQUE, inside text NOT NULL, program text NOT NULL,
    beat timestamptz NOT NULL, unbroken timestamptz NOT NULL, kept bigint NOT NULL, line bigint NOT NULL
);
CREATE TABLE tables (
    code text PRIMARY KEY, doc text NOT NULL, made_by text, touched bigint NOT NULL,
    life text, epoch bigint NOT NULL
);
CREATE UNIQUE INDEX opened_by ON tables (made_by);
CREATE TABLE games (
    record text PRIMARY KEY, code text NOT NULL, ordinal integer NOT NULL, header text NOT NULL, seed text NOT NULL,
    people text NOT NULL, begun timestamptz NOT NULL, entries text, ending text, finished bigint, summary text
);
CREATE INDEX at_table ON games (code);
CREATE UNIQUE INDEX running ON games (code) WHERE entries IS NULL;
CREATE TABLE log (
    code text NOT NULL, ordinal integer NOT NULL, seq integer NOT NULL, entry text NOT NULL, command text,
    PRIMARY KEY (code, ordinal, seq)
);
CREATE TABLE clocks (code text PRIMARY KEY, shown bigint NOT NULL);
INSERT INTO tables VALUES ('ABCD', '{"a":1}', 'somebody', 1800000000, 'a life that is over', 3);
INSERT INTO games VALUES (
    'record-ABCD-1', 'ABCD', 1, '{"header": {"game": "morpion"}}', 'seed-of-1', '[]', '2026-11-19 12:00:00+00',
    '[["entry 0",null]]', NULL, 1800000000, '{"of": 1}'
);
INSERT INTO games VALUES (
    'record-ABCD-2', 'ABCD', 2, '{"header": {"game": "morpion"}}', 'seed-of-2', '[]', '2026-11-19 13:00:00+00',
    NULL, NULL, NULL, NULL
);
INSERT INTO log VALUES ('ABCD', 2, 0, 'entry 0', NULL), ('ABCD', 2, 1, 'entry 1', 'c1');
INSERT INTO clocks VALUES ('ABCD', 1234);
