/** Texts about books that are stored on the device for reading offline. */
import { LIMITS } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const dateFormat = chineseDates({ month: 'long', day: 'numeric' });

const MIB = 1_048_576;
const sizeText = (bytes: number): string =>
  bytes >= 1_024 * MIB
    ? `${(bytes / 1_024 / MIB).toFixed(1)} GB`
    : bytes >= MIB / 10
      ? `${(bytes / MIB).toFixed(1)} MB`
      : `${Math.ceil(bytes / 1_024)} KB`;

export const offlineText = {
  region: (title: string) => `《${title}》的离线副本`,
  download: '离线下载',
  downloadOf: (title: string) => `离线下载《${title}》`,
  start: '开始下载',
  cancel: '取消',
  measuring: '正在计算大小…',
  size: (bytes: number, free: number | undefined) =>
    free === undefined ? `整本书 ${sizeText(bytes)}。` : `整本书 ${sizeText(bytes)}，这台设备还可存约 ${sizeText(free)}。`,
  tooLarge: '空间不够，请先移除不看的书。',
  leaseHint: `下载后断网也能读、划线、记笔记。离线副本 ${LIMITS.leaseDays} 天内有效，联网时自动续期；同一本书最多存在 ${LIMITS.leaseDevicesPerBook} 台设备上。退出登录后，离线副本打不开，重新登录即可再读。`,
  states: {
    waiting: '等待下载，连上网后自动继续',
    downloading: '正在下载，可以离开本页',
    paused: '已暂停',
    released: '已移除',
  },
  progress: (stored: number, bytes: number) => (bytes === 0 ? '正在准备' : `${sizeText(stored)} / ${sizeText(bytes)}`),
  ready: (bytes: number, expiresAt: number) => `已存在本机（${sizeText(bytes)}），离线可读至 ${dateFormat.format(expiresAt)}，联网自动续期`,
  pause: '暂停',
  pauseOf: (title: string) => `暂停下载《${title}》`,
  resume: '继续',
  resumeOf: (title: string) => `继续下载《${title}》`,
  again: '重试',
  downloadAgain: '重新下载',
  againOf: (title: string) => `重新下载《${title}》`,
  remove: '移除',
  removeOf: (title: string) => `移除《${title}》的离线副本`,
  dismiss: '知道了',
  dismissOf: (title: string) => `不再显示《${title}》离线副本的提示`,
  removeTitle: '移除离线副本',
  removeHint: (title: string) => `将从这台设备移除《${title}》的正文。笔记、划线和阅读进度都会保留，联网后仍可阅读。`,
  removeFailed: '没有移除成功，请刷新页面再试',
  failures: {
    refused: '下载没有完成：阅读权限已变化，请重试',
    full: '设备空间不足，下载停下了。请腾出空间或移除不看的书，再继续',
    damaged: '有文件在传输中损坏，请重试',
    desktopStore: '图书没有存到这台电脑上，请检查磁盘，然后重试',
    store: '浏览器没有让本站保存图书。请检查隐私设置，或不要使用无痕窗口',
  },
  noKeyStore: '这台电脑的系统没有密钥库（如 GNOME 密钥环、KWallet），离线图书无法加密保存，所以不能下载；联网阅读不受影响。',
  expired: '离线副本已过期，正文已移除，笔记都在。联网后可重新下载',
  evicted: '部分正文已不在这台设备上（可能是清理空间时删掉的），联网时自动重新下载；笔记不受影响',
  damaged: (files: number) => `${files} 个文件已损坏，联网时自动重新下载；笔记不受影响`,
  updating: '正在后台下载新版本，下载好之前仍读现在的版本',

  queued: (count: number) => `${count} 本书已加入下载，可以离开本页`,
  ownedOnly: '只下载您有权读全文的书',

  // Texts of the bookshelf and of the list of devices.
  onDevice: '本机可读',
  devices: '存有这本书的其他设备',
  unnamedDevice: '其他设备',
  deviceCount: (devices: number) =>
    `${devices} 台设备存有这本书，最多 ${LIMITS.leaseDevicesPerBook} 台${devices < LIMITS.leaseDevicesPerBook ? '' : '；要存到别的设备，请先移除一台'}`,
  device: (name: string, since: number, until: number) => `${name}，${dateFormat.format(since)}存入，有效至 ${dateFormat.format(until)}`,
  removeDevice: (name: string) => `移除“${name}”上的离线副本`,
  deviceRemoved: '已移除，那台设备下次联网时会删除正文，再过一天空出名额',
  devicesFailed: '没有取得设备列表',
} as const;
