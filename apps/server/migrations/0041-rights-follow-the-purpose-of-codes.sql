-- Until now every code gave a right of source `code`, also one of a sample or a gift.
UPDATE entitlement e SET source = b.purpose
FROM activation_code c JOIN code_batch b ON b.id = c.batch_id
WHERE e.source = 'code' AND e.source_id = encode(c.hmac, 'hex') AND b.purpose IN ('sample', 'gift');
