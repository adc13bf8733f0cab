/** Texts of the fonts that a reader adds. */
export const ownFontText = {
  title: '我的字体',
  add: '添加字体',
  adding: '正在读取字体文件',
  hint: '支持 TTF、OTF、WOFF、WOFF2。字体文件只存在这台设备上，不会上传。',
  remove: (name: string) => `移除字体“${name}”`,
  removed: (name: string) => `已移除字体“${name}”`,
  notRemoved: (name: string) => `字体“${name}”没有移除，请刷新页面再试。`,
  missing: (name: string) => `这台设备上没有“${name}”，正文暂用宋体。在这里添加同一个字体文件就能用它。`,
  listing: '正在读取这台设备上的字体',
  unreadable: '这台设备上的字体读不出来，请刷新页面再试。',
  notStored: '字体没有存下来，这台设备的存储空间可能不够。',
  tooLarge: (limit: string) => `字体文件超过 ${limit}，不能添加。`,
  tooMany: (count: number) => `这台设备上已有 ${count} 个字体，请先移除一个。`,
  refusals: {
    noFont: '这不是字体文件。支持 TTF、OTF、WOFF、WOFF2。',
    collection: '这个文件是字体合集（TTC），请改用其中单个字体的文件。',
    incomplete: '字体文件不完整或已损坏，不能使用。',
  },
} as const;
