/** Texts of the pages about using the product on a computer or a phone, and of the updater page. */
import type { ReleaseArch, ReleasePlatform } from '@shufang/contract';

const platforms = {
  win: 'Windows',
  mac: 'macOS',
  linux: 'Linux',
  android: '安卓',
  ios: 'iPhone 和 iPad',
  harmony: '鸿蒙',
} satisfies Record<ReleasePlatform, string>;

const archs: Record<ReleasePlatform, Record<ReleaseArch, string>> = {
  win: { x64: '64 位', arm64: 'ARM' },
  mac: { x64: 'Intel 芯片', arm64: 'Apple 芯片' },
  linux: { x64: 'x86-64', arm64: 'ARM64' },
  android: { x64: 'x86-64', arm64: '' },
  ios: { x64: '', arm64: '' },
  harmony: { x64: 'x86-64', arm64: '' },
};

const MEGABYTE = 1_048_576;

export const clientsText = {
  platforms,
  buildName: (platform: ReleasePlatform, arch: ReleaseArch) => [platforms[platform], archs[platform][arch]].filter(Boolean).join(' '),
  size: (bytes: number) => (bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`),
  date: (at: number) => new Date(at).toLocaleDateString('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' }),
  facts: (version: string, size: string, date: string) => `版本 ${version} · ${size} · ${date}`,
  download: '下载',
  downloadFor: (name: string) => `下载 ${name} 版`,
  loading: '正在查看可下载的版本',
  unreachable: '现在查不到可下载的版本，请检查网络后重试。网页版不受影响。',
  retry: '重试',
  notes: '更新说明',
  notesLabel: (version: string) => `版本 ${version} 的更新说明`,
  verify: '校验与签名',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
  signature: '签名（Ed25519）',
  keyId: '公钥编号',
  verifyHint: '下载后可用 sha512sum（Windows：certutil -hashfile 文件 SHA512）核对；不一致的文件请不要安装。',

  pcTitle: '在电脑上使用',
  pcLead: '书房在浏览器里就能完整使用；机构提供的客户端也在这里下载。',
  pcNone: '运营本站的机构目前没有发布电脑客户端。',
  pcNoneHint: '不用等它：下面的办法能把书房装成一个独立的窗口，离线也能打开。',
  pcOther: '其他电脑',
  pcClients: '客户端',
  pcBrowser: '在浏览器里使用',
  pcSteps: [
    ['用常用的浏览器打开', '推荐新版的 Edge、Chrome、Firefox 或 Safari。'],
    [
      '安装成独立窗口（可选）',
      'Edge 和 Chrome：地址栏右侧的“安装”图标，或菜单里的“应用 / 安装此站点”。Safari：菜单“文件 / 添加到程序坞”。',
    ],
    ['用键盘更快', '方向键翻页，Tab 键在控件之间移动，Esc 关闭弹出的面板。'],
  ],

  pcNeeds: '系统与浏览器',
  pcNeedsText:
    '浏览器：Chrome 或 Edge 114、Firefox 115、Safari 16.4，或更新的版本；划线的颜色需要 Firefox 140、Safari 17.2 以上。操作系统不限；学校机房不用安装，打开网址即可。',

  mobileTitle: '在手机上使用',
  mobileLead: '不用下载：用手机浏览器打开，添加到主屏幕，断网也能用。',
  mobileApps: '安装包',
  mobileNone: '运营本站的机构目前没有发布手机安装包；添加到主屏幕后，功能与网页完全相同。',
  iosHint: '苹果设备不能直接安装下载的文件，请按机构的说明安装；个人使用请添加到主屏幕。',
  scan: (name: string) => `用手机扫码下载 ${name} 安装包`,
  openOnPhone: '用手机扫码打开本站',
  openOnPhoneLocal: '现在的网址只有这台电脑能打开；手机请使用这台电脑在局域网里的网址。',
  addToHome: '添加到主屏幕',
  mobileSteps: [
    ['用手机打开这个网址', '用相机或微信扫二维码；也可以复制网址发到手机上。'],
    ['iPhone 和 iPad', '在 Safari 里点“分享”，再点“添加到主屏幕”。'],
    ['安卓和鸿蒙', '在浏览器菜单里点“添加到主屏幕”或“安装应用”。'],
    ['登录同一个账号', '读到哪里、写过什么，会自动同步过来。'],
  ],
  mobileStepsOnPhone: [
    ['iPhone 和 iPad', '在 Safari 里点“分享”，再点“添加到主屏幕”。'],
    ['安卓和鸿蒙', '在浏览器菜单里点“添加到主屏幕”或“安装应用”。'],
    ['登录同一个账号', '读到哪里、写过什么，会自动同步过来。'],
  ],
  compare: '用法对比',
  compareColumns: ['功能', '在浏览器里', '添加到主屏幕'],
  compareRows: [
    ['看书、划线、笔记、搜索', '有', '有'],
    ['没有网络时打开书房和笔记', '打开过一次以后有', '有'],
    ['主屏幕图标、独立窗口', '没有', '有'],
    ['占用空间', '几 MB', '几 MB'],
    ['更新', '有新版时提示，由您换用', '有新版时提示，由您换用'],
  ],
  compareApps: '机构提供的安装包，功能以它的说明为准。',
  permissions: '需要的权限',
  permissionsText: '没有。书房不读取通讯录、位置、相册和通话；上传头像时，只会得到您选中的那一张图片。',

  install: '安装到这台设备',
  installHint: '浏览器会再问您一次。',
  installed: '您正在使用安装好的书房。',
  address: '本站网址',
  copy: '复制网址',
  copied: '已复制',
  copyFailed: '没能复制，请手动选择网址复制。',
  startReading: '去找书',

  updaterTitle: '客户端更新',
  updaterLead: '网页版随本站更新，这里能看到现在的版本，也由您决定何时换用新版。',
  webClient: '网页版',
  currentVersion: (version: string) => `当前版本 ${version}`,
  newVersion: (version: string) => `新版本 ${version}`,
  phases: {
    prepare: '正在查看有没有新版本…',
    current: '已经是最新版本',
    downloading: '正在下载新版本…',
    downloadComplete: '新版本已下载好，随时可以换用',
    error: '更新异常',
    unsupported: '这个浏览器不保存离线副本；每次打开都是最新版本',
  },
  check: '检查更新',
  update: '换用新版本',
  updating: '正在换用…',
  updateHint: '只会重新打开这个标签页。其他标签页里正在写的内容不受影响，它们下次打开时再更新。',
  waitingWork: (count: number) => `有 ${count} 处更改还没有同步，都已存在本机，更新后会继续同步。`,
  desktopClients: '电脑客户端',
  history: '历史版本',
  historyLine: (version: string, name: string, date: string) => `${version} · ${name} · ${date}`,
} as const;
