/** Refuses bodies that no honest client sends before they reach a schema: too deep, too many keys, text PostgreSQL cannot keep. */
import { CodedError, LIMITS } from '@shufang/contract';

const invalid = (reason: string): never => {
  throw new CodedError('request.invalid', { reason });
};

/** Walks any parsed body or query. Throws `request.invalid` for NUL, lone surrogates, and depth or keys, counted over all of it, above the limits. */
export const checkText = (value: unknown): void => {
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let keys = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next.value === 'string') {
      if (next.value.includes('\0')) invalid('内容中含有不允许的空字符');
      if (!next.value.isWellFormed()) invalid('内容中含有不完整的字符，请重新输入');
      continue;
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= LIMITS.bodyDepth) invalid('内容的嵌套层数过多');
    if (!Array.isArray(next.value)) keys += Object.keys(next.value).length;
    if (keys > LIMITS.bodyKeys) invalid('内容的项目过多');
    for (const [key, child] of Object.entries(next.value)) {
      if (!Array.isArray(next.value)) stack.push({ value: key, depth: next.depth + 1 });
      stack.push({ value: child, depth: next.depth + 1 });
    }
  }
};
