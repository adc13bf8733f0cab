/**
 * Sentences of error codes that the client also shows without a call. They are apart from the other sentences, which only the server needs,
 * so that a page does not load all of them.
 */
export const clientSentences = {
  'account.phoneInvalid': '手机号码格式错误',
  'catalog.bookNotFound': '没有找到这本书，可能已下架',
  'catalog.collectionNotFound': '没有找到这个专题或书单，可能已撤下',
  'activationCode.codeMistyped': '{kind}输入有误，请对照书上印的{kind}重新输入',
  unavailable: '服务暂时不可用，请稍后再试',
} as const;

/** Returns the sentence with its `{name}` placeholders filled; a placeholder without a value becomes empty. */
export const fillSentence = (sentence: string, details: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
