-- Institutions that read by their network, short codes printed in books, and books taken from readers by order. Times are UTC milliseconds.

CREATE TABLE institution (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at bigint NOT NULL
);

CREATE TABLE institution_licence (
  id text PRIMARY KEY,
  institution_id text NOT NULL REFERENCES institution (id),
  -- `all`: every book that is on the shelf.
  scope text NOT NULL CHECK (scope IN ('all', 'books')),
  book_ids text[] NOT NULL DEFAULT '{}',
  modes text[] NOT NULL DEFAULT '{ip}' CHECK (modes <@ ARRAY['ip', 'carsi', 'oidc', 'roster']::text[]),
  -- IPv4 and IPv6.
  networks cidr[] NOT NULL DEFAULT '{}',
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  contract_no text NOT NULL DEFAULT '',
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at bigint NOT NULL,
  CHECK (ends_at > starts_at),
  CHECK ((scope = 'books') = (cardinality(book_ids) > 0))
);
CREATE INDEX institution_licence_end ON institution_licence (ends_at);

-- What is printed must lead somewhere for ever: a code is never given twice and never deleted.
CREATE TABLE qr_link (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-Z]{4,16}$'),
  target_type text NOT NULL CHECK (target_type IN ('book', 'block', 'collection', 'page')),
  -- Book or collection id; `<book id>#<block id>`; a path of the product.
  target_id text NOT NULL,
  -- Path of the product for when the target is gone.
  fallback_url text NOT NULL DEFAULT '',
  -- What it is, for the desk: 第 12 页, 图 3-2.
  label text NOT NULL DEFAULT '',
  hits bigint NOT NULL DEFAULT 0,
  last_ok_at bigint,
  created_by text,
  created_at bigint NOT NULL
);
CREATE INDEX qr_link_newest ON qr_link (created_at DESC, code DESC);
CREATE OR REPLACE FUNCTION qr_link_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a printed code is never deleted or renamed';
END $$;
CREATE TRIGGER qr_link_for_ever BEFORE DELETE ON qr_link FOR EACH ROW EXECUTE FUNCTION qr_link_is_for_ever();
CREATE TRIGGER qr_link_same_code BEFORE UPDATE OF code ON qr_link FOR EACH ROW EXECUTE FUNCTION qr_link_is_for_ever();

-- An authority ordered the book out of reading: nobody but the publisher's own people opens it, and readers are told this. Null: no order.
ALTER TABLE book ADD COLUMN removal_notice text CHECK (removal_notice <> '');
