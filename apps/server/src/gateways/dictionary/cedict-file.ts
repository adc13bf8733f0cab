/** A dictionary file of the operator in the format of CC-CEDICT, which is read when a reader looks up the first word. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type DictionaryGateway, LookUpUnavailableError } from './dictionary-gateway.ts';
import { type Cedict, longestMatches, parseCedict } from './parse-cedict.ts';

const ENTRIES_MAX = 12;
/** Lines of a file that are read; CC-CEDICT has about 125,000. */
const LINES_MAX = 500_000;

const read = async (path: string): Promise<Cedict> => {
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    lines.push(line);
    if (lines.length > LINES_MAX) throw new Error('the dictionary has too many lines');
  }
  const dictionary = parseCedict(lines);
  if (dictionary.entries.size === 0) throw new Error('the file has no entries of a dictionary');
  return dictionary;
};

export const createCedictFile = (path: string): DictionaryGateway => {
  let reading: Promise<Cedict> | undefined;
  return {
    lookUp: async (text) => {
      reading ??= read(path);
      const dictionary = await reading.catch((cause: unknown) => {
        // The next look-up reads the file again, so the operator can add or repair it without a restart.
        reading = undefined;
        throw new LookUpUnavailableError('the dictionary file cannot be read', { cause });
      });
      const { name, license } = dictionary;
      return longestMatches(dictionary, text, ENTRIES_MAX).map(({ headword, pinyin, definitions }) => ({
        headword,
        pinyin,
        definitions: [...definitions],
        source: name,
        ...(license === undefined ? {} : { license }),
      }));
    },
  };
};
