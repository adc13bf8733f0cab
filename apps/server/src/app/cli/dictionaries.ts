/** The commands for the dictionaries in which readers look up words. */
import { parseArgs } from 'node:util';
import { type Dictionary, LIMITS } from '@shufang/contract';
import { deleteDictionaryNamed, listStoredDictionaries } from '../../features/dictionary/dictionary-store.ts';
import { DictionaryFileError } from '../../features/dictionary/import/dictionary-file.ts';
import { importDictionary } from '../../features/dictionary/import-dictionary.ts';
import { type PlatformCommand, resolveFile, UsageError } from './command.ts';

const formats = { cedict: 'CC-CEDICT', stardict: 'StarDict', mdict: 'MDict 源文本', json: 'JSON' } as const;

const lineOf = ({ name, license, format, entries }: Dictionary): string => `${name}\t${entries} 条\t${formats[format]}\t许可：${license}`;

const stated = (option: string, value: string | undefined, charsMax: number): string | undefined => {
  const text = value?.trim();
  if (text === '' || (text?.length ?? 0) > charsMax) throw new UsageError(`--${option} 须为 1 至 ${charsMax} 个字`);
  return text;
};

export const importDictionaryFile: PlatformCommand = {
  name: ['dictionary', 'import'],
  usage: 'dictionary import 文件 [--name 名称] [--license 许可]',
  summary: '导入词典，供读者查词：StarDict（.ifo）、CC-CEDICT、MDict 的源文本、JSON；同名的词典被换掉。许可显示在每个词条下',
  prepare(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' }, license: { type: 'string' } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('请写出一个词典文件');
    const name = stated('name', values.name, LIMITS.dictionaryNameChars);
    const license = stated('license', values.license, LIMITS.dictionaryLicenseChars);
    return async (platform, say) => {
      try {
        const dictionary = await importDictionary(platform, resolveFile(file), { name, license });
        say(`已导入 ${lineOf(dictionary)}`);
        return { ok: true, data: dictionary };
      } catch (error) {
        if (!(error instanceof DictionaryFileError)) throw error;
        say(`未导入：${error.message}`);
        return { ok: false, data: { error: error.message } };
      }
    };
  },
};

export const listDictionaryFiles: PlatformCommand = {
  name: ['dictionary', 'list'],
  usage: 'dictionary list',
  summary: '列出已导入的词典，以及各自的条数和许可',
  prepare(args) {
    if (parseArgs({ args: [...args], allowPositionals: true }).positionals.length > 0) throw new UsageError('dictionary list 没有参数');
    return async (platform, say) => {
      const dictionaries = await listStoredDictionaries(platform.db.orm);
      for (const dictionary of dictionaries) say(lineOf(dictionary));
      if (dictionaries.length === 0) say('没有词典');
      return { ok: true, data: { dictionaries } };
    };
  },
};

export const deleteDictionaryByName: PlatformCommand = {
  name: ['dictionary', 'delete'],
  usage: 'dictionary delete 名称',
  summary: '删除一部已导入的词典',
  prepare(args) {
    const [name, ...more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (name === undefined || more.length > 0) throw new UsageError('请写出一部词典的名称');
    return async (platform, say) => {
      const isDeleted = await deleteDictionaryNamed(platform.db.orm, name);
      say(isDeleted ? `已删除 ${name}` : `没有这部词典：${name}`);
      return { ok: isDeleted, data: { deleted: isDeleted } };
    };
  },
};
