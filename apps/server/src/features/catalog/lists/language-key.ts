/**
 * Normalizes language tags to the languages readers distinguish: `zh` for `zh-CN` and `zh-Hans`, `zh-Hant` for `zh-TW`, else the tag
 * without its region.
 */
export const languageKeyOf = (tag: string): string => {
  const plain = tag.toLowerCase().replaceAll('_', '-');
  if (!/^(?:zh|zho|chi|cmn)(?:-|$)/.test(plain)) return plain.replace(/-.*$/s, '');
  return /-(?:hant|tw|hk|mo)(?:-|$)/.test(plain) && !/-hans(?:-|$)/.test(plain) ? 'zh-Hant' : 'zh';
};
