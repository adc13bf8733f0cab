-- A lower price for those whose right to a book ends or has ended. The times between which a price is sold stand in `sku` since it was made.
CREATE UNIQUE INDEX sku_renewal_of_book ON sku (book_id) WHERE active AND kind = 'renewal';
ALTER TABLE sku ADD CONSTRAINT sku_renewal_of CHECK (kind <> 'renewal' OR book_id IS NOT NULL);
ALTER TABLE sku ADD CONSTRAINT sku_sold_between CHECK (sale_from IS NULL OR sale_to IS NULL OR sale_from < sale_to);
