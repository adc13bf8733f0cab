/** The requirements on every object store, as tests that run on the folder, an S3 emulator and a strict S3 server. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectNotFoundError, type ObjectStorage, type ObjectToPut, RangeNotSatisfiableError } from './object-storage.ts';

export interface ObjectStorageUnderTest {
  storage: ObjectStorage;
  close(): Promise<void>;
}

const octets = { mediaType: 'application/octet-stream' };

const readAll = async (storage: ObjectStorage, key: string, range?: { start: number; end: number }): Promise<Buffer> =>
  buffer((await storage.get(key, range)).stream);

const keysUnder = async (storage: ObjectStorage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys;
};

export const describeObjectStorage = (name: string, open: () => Promise<ObjectStorageUnderTest>): void => {
  describe(name, () => {
    let storage: ObjectStorage;
    let close: () => Promise<void>;
    const run = randomBytes(6).toString('hex');
    const keyOf = (rest: string): string => `test/${run}/${rest}`;

    beforeAll(async () => {
      ({ storage, close } = await open());
    });
    afterAll(async () => {
      for await (const key of storage.list(`test/${run}/`)) await storage.delete(key);
      await close();
    });

    it('returns the stored bytes, from memory and from a stream', async () => {
      const body = randomBytes(300_000);
      await storage.put(keyOf('memory'), body, { ...octets, bytes: body.length });
      await storage.put(keyOf('stream'), Readable.from([body.subarray(0, 70_000), body.subarray(70_000)]), {
        ...octets,
        bytes: body.length,
      });
      for (const key of [keyOf('memory'), keyOf('stream')]) {
        expect((await readAll(storage, key)).equals(body)).toBe(true);
        expect(await storage.head(key)).toEqual({ bytes: body.length });
      }
    });

    it('stores an empty object', async () => {
      await storage.put(keyOf('empty'), new Uint8Array(), { ...octets, bytes: 0 });
      expect(await storage.head(keyOf('empty'))).toEqual({ bytes: 0 });
      expect((await readAll(storage, keyOf('empty'))).length).toBe(0);
    });

    it('reads ranges with both ends included, truncates an end past the object and refuses a start past it', async () => {
      const key = keyOf('range');
      await storage.put(key, Buffer.from('0123456789'), { ...octets, bytes: 10 });
      const middle = await storage.get(key, { start: 3, end: 6 });
      expect([middle.bytes, middle.totalBytes, (await buffer(middle.stream)).toString()]).toEqual([4, 10, '3456']);
      expect((await readAll(storage, key, { start: 8, end: 500 })).toString()).toBe('89');
      await expect(storage.get(key, { start: 10, end: 12 })).rejects.toThrow(RangeNotSatisfiableError);
      await expect(storage.get(key, { start: 5, end: 4 })).rejects.toThrow(RangeNotSatisfiableError);
    });

    it('throws when an object does not exist', async () => {
      await expect(storage.get(keyOf('nowhere'))).rejects.toThrow(ObjectNotFoundError);
      expect(await storage.head(keyOf('nowhere'))).toBeUndefined();
      await storage.delete(keyOf('nowhere'));
    });

    it('replaces an object that is stored again', async () => {
      const key = keyOf('again');
      await storage.put(key, Buffer.from('first one'), { ...octets, bytes: 9 });
      await storage.put(key, Buffer.from('second'), { ...octets, bytes: 6 });
      expect((await readAll(storage, key)).toString()).toBe('second');
    });

    it('stores nothing when the body is shorter or longer than announced', async () => {
      const key = keyOf('wrong-length');
      await expect(storage.put(key, Readable.from([Buffer.from('abc')]), { ...octets, bytes: 5 })).rejects.toThrow('should have 5 bytes');
      await expect(storage.put(key, Readable.from([Buffer.from('abc')]), { ...octets, bytes: 2 })).rejects.toThrow('should have 2 bytes');
      await expect(storage.put(key, Buffer.from('abc'), { ...octets, bytes: 4 })).rejects.toThrow('should have 4 bytes');
      expect(await storage.head(key)).toBeUndefined();
    });

    it('does not write an existing content-addressed object again', async () => {
      const body = randomBytes(5_000);
      const hash = createHash('sha256').update(body).digest('hex');
      const key = `sha256/${hash.slice(0, 2)}/${hash.slice(2)}`;
      await storage.put(key, body, { ...octets, bytes: body.length });
      let wasRead = false;
      const second = new Readable({
        read() {
          wasRead = true;
          this.push(body);
          this.push(null);
        },
      });
      await storage.put(key, second, { ...octets, bytes: body.length });
      expect(wasRead).toBe(false);
      expect((await readAll(storage, key)).equals(body)).toBe(true);
      await storage.delete(key);
    });

    it('lists keys under a prefix in order, without deleted ones', async () => {
      for (const rest of ['list/b', 'list/a/2', 'list/a/1', 'list-2/x'])
        await storage.put(keyOf(rest), Buffer.from('x'), { ...octets, bytes: 1 });
      expect(await keysUnder(storage, keyOf('list/'))).toEqual(['list/a/1', 'list/a/2', 'list/b'].map(keyOf));
      expect(await keysUnder(storage, keyOf('list'))).toEqual(['list-2/x', 'list/a/1', 'list/a/2', 'list/b'].map(keyOf));
      expect(await keysUnder(storage, keyOf('none/'))).toEqual([]);
      await storage.delete(keyOf('list/a/1'));
      expect(await keysUnder(storage, keyOf('list/a/'))).toEqual([keyOf('list/a/2')]);
    });

    it('stores the many small objects of a book in parallel, and throws when one fails', async () => {
      const objects: ObjectToPut[] = Array.from({ length: 120 }, (_, index) => ({
        key: keyOf(`many/${index % 16}/${index}`),
        body: Buffer.from(`object ${index}`),
        mediaType: 'text/plain',
        bytes: `object ${index}`.length,
      }));
      await storage.putMany(objects);
      expect((await keysUnder(storage, keyOf('many/'))).length).toBe(120);
      expect((await readAll(storage, keyOf('many/7/119'))).toString()).toBe('object 119');
      const broken = { key: keyOf('many/broken'), body: Buffer.from('abc'), mediaType: 'text/plain', bytes: 99 };
      await expect(storage.putMany([broken])).rejects.toThrow('should have 99 bytes');
    });

    it.each(['../outside', 'a/../../b', '/absolute', 'a//b', '', 'a/.hidden', 'a\\b', 'a\0b', '课本/封面', 'a/..', '~a', 'x'.repeat(600)])(
      'refuses the key %j',
      async (key) => {
        await expect(storage.put(key, Buffer.from('x'), { ...octets, bytes: 1 })).rejects.toThrow(TypeError);
        await expect(storage.get(key)).rejects.toThrow(TypeError);
        await expect(storage.head(key)).rejects.toThrow(TypeError);
        await expect(storage.delete(key)).rejects.toThrow(TypeError);
      },
    );
  });
};
