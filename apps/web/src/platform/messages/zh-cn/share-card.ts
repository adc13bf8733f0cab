/** Texts of the share card of a passage. */
export const shareCardText = {
  name: '分享卡片',
  title: '分享卡片',
  making: '正在生成卡片',
  failed: '没有生成卡片，请再试一次',
  retry: '再试一次',
  alt: (passage: string) => `分享卡片：${passage}`,
  /** Below the QR code on the card. */
  scan: '扫码读这本书',
  from: (title: string) => `《${title}》`,
  tooLong: (chars: number, max: number) => `卡片最多放 ${max} 个字，选中的有 ${chars} 个，请少选一些。`,
  locked: '这段文字所在的章节尚未开放，不能做成卡片。',
  save: '保存图片',
  copy: '复制图片',
  copied: '图片已复制',
  copyFailed: '浏览器不允许复制图片，请保存图片',
  share: '分享',
  close: '关闭',
  fileName: (title: string) => `${title}-书摘.png`,
} as const;
