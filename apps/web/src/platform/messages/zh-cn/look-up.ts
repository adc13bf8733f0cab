/** Texts of looking up and translating a passage. */
export const lookUpText = {
  name: { word: '查词', translation: '翻译', both: '查词翻译' },
  dictionary: '词典',
  translation: '翻译',
  loading: '正在查询',
  nothing: '词典里没有以这些字开头的词。',
  failed: '没有查到：词典或翻译服务没有回应。',
  retry: '再试一次',
  translate: '翻译这段文字',
  tooLong: (max: number) => `一次最多翻译 ${max} 个字，请少选一些。`,
  source: (name: string, license: string | undefined) => (license === undefined ? `来自${name}` : `来自${name}，许可：${license}`),
  close: '关闭',
} as const;
