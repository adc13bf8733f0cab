/** Texts of files that students hand in. */
import type { HandedFileKind } from '@shufang/contract';

const kindNames: Readonly<Record<HandedFileKind, string>> = { picture: '图片', pdf: 'PDF', word: 'Word 文档（docx）' };
const limits: Readonly<Record<HandedFileKind, string>> = {
  picture: '图片最大 10 MB',
  pdf: 'PDF 最大 300 MB',
  word: 'Word 文档最大 50 MB',
};

const namesOf = (kinds: readonly HandedFileKind[]): string => kinds.map((kind) => kindNames[kind]).join('、');

export const handedFileText = {
  kindNames,
  namesOf,
  list: '交上的文件',
  pendingList: '正在上传的文件',
  none: '没有文件',
  fileNo: (no: number, name: string) => `${no}. ${name}`,
  download: '下载',
  downloadOf: (name: string) => `下载 ${name}`,
  loading: (name: string) => `正在取 ${name}`,
  failed: (name: string) => `${name} 没有取到，请刷新页面再试`,
  take: '拍照',
  choose: '选择文件',
  turn: '转 90°',
  turnOf: (name: string) => `把 ${name} 顺时针转 90°`,
  remove: '移除',
  removeOf: (name: string) => `移除 ${name}`,
  move: (name: string) => `移动 ${name}`,
  moveHint: '拖动，或按上下方向键，可以调整顺序。',
  moved: (name: string, position: number, count: number) => `${name} 移到第 ${position} 个，共 ${count} 个`,
  sent: (part: number) => (part === 0 ? '等待上传，已存在本机' : `已上传 ${Math.floor(part * 100)}%`),
  refused: (why: string) => `没有收下：${why}`,
  retry: '现在重试',
  state: ({ ready, pending, filesMax, isWaiting }: { ready: number; pending: number; filesMax: number; isWaiting: boolean }): string => {
    const done = `已传好 ${ready} 个，最多 ${filesMax} 个`;
    if (pending === 0) return done;
    return isWaiting ? `${done}；${pending} 个存在这台设备上，网络恢复后自动上传` : `${done}；${pending} 个正在上传`;
  },
  wrongKind: (count: number, kinds: readonly HandedFileKind[]) => `${count} 个文件不是${namesOf(kinds)}，没有加入。`,
  tooMany: (most: number) => `最多 ${most} 个文件，多出的没有加入。`,
  deviceFull: '这台设备存不下这些文件，请腾出空间后重新选择。',
  hint: (kinds: readonly HandedFileKind[]) =>
    `${kinds.map((kind) => limits[kind]).join('，')}。照片里的位置等信息会去掉；没传完的存在这台设备上，重新打开后接着传。`,
  extensionOf: (name: string) => (name.split('.').at(-1) ?? '').toUpperCase().slice(0, 4),
} as const;
