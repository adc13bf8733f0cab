/** Rejects malicious bodies before schema validation: too deep, too many keys, text that PostgreSQL cannot store. */
import { CodedError } from '@shufang/contract';
import { HTTP_LIMITS } from './limits.ts';

const invalid = (reason: string): never => {
  throw new CodedError('request.invalid', { reason });
};

const checkString = (text: string): void => {
  if (text.includes('\0')) invalid('内容中含有不允许的空字符');
  if (!text.isWellFormed()) invalid('内容中含有不完整的字符，请重新输入');
};

/**
 * Checks a parsed body or query. Throws `request.invalid` for NUL, lone surrogates, and a total depth or number of keys above the
 * limits. A body of half a million numbers takes a few milliseconds, because only objects and arrays are put on the stack.
 */
export const checkText = (value: unknown): void => {
  const stack: { readonly value: object; readonly depth: number }[] = [];
  let keys = 0;
  const visit = (child: unknown, depth: number): void => {
    if (typeof child === 'string') checkString(child);
    else if (typeof child === 'object' && child !== null) {
      if (depth >= HTTP_LIMITS.bodyDepth) invalid('内容的嵌套层数过多');
      stack.push({ value: child, depth });
    }
  };
  visit(value, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value: holder, depth } = next;
    if (Array.isArray(holder)) {
      for (const child of holder) visit(child, depth + 1);
      continue;
    }
    const names = Object.keys(holder);
    keys += names.length;
    if (keys > HTTP_LIMITS.bodyKeys) invalid('内容的项目过多');
    for (const name of names) {
      checkString(name);
      visit((holder as Readonly<Record<string, unknown>>)[name], depth + 1);
    }
  }
};
