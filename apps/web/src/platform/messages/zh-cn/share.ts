/** Texts of sharing a URL. */
export const shareText = {
  titles: { book: '分享这本书', collection: '分享这个专题或书单', block: '分享位置' },
  lead: '用手机扫码打开，或者把链接发给别人。',
  /** Accessible name of the QR code. */
  qr: (title: string, chapter: string) => `《${title}》${chapter}的二维码`,
  making: '正在生成短链接',
  longOnly: '现在得不到短链接，这是完整的地址。',
  copy: '复制链接',
  copied: '链接已复制',
  copyFailed: '没有复制成功，请选中链接后复制',
  close: '关闭',
} as const;
