/** Texts of the account page: profile, overview, security, devices, the user's data. */
import type { ApplicationKind, getMyTodo, LicenseMode, OutputOf } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';
import { fileSize } from './file-size.ts';

type Application = OutputOf<typeof getMyTodo>['applications'][number];

const applicationNames: Record<ApplicationKind, string> = { teacher: '教师认证', author: '作者申请' };
const applicationStates: Record<Application['state'], string> = {
  rejected: '没有通过，请按说明修改后重新提交',
  expired: '已到期，请重新提交',
  endsSoon: '即将到期，可以续订',
};

const date = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });
const moment = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns how long ago a time was, as 刚刚, 12 分钟前 or 3 小时前; for a time at least a day ago, the date and time. */
const ago = (thenMs: number, nowMs: number): string => {
  const passedMs = Math.max(0, nowMs - thenMs);
  if (passedMs < 5 * MINUTE_MS) return '刚刚';
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} 分钟前`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} 小时前`;
  return moment.format(thenMs);
};

/** Maximum number of scopes named for a role. */
const PARTS_SHOWN = 2;

export const userCenterText = {
  redeem: '用书码开通',
  redeemHint: '纸质书里的激活码、样书和赠送的码都在这里用。',
  date: (ms: number) => date.format(ms),
  ago,

  profile: '个人资料',
  nickname: '昵称',
  nicknameRule: '1 至 30 个字',
  editNickname: '修改昵称',
  save: '保存',
  cancel: '取消',
  confirm: '确定',
  joinedAt: (ms: number) => `${date.format(ms)}加入`,
  rolesLabel: '身份',
  /** `parts`: names of the role's scopes; empty if all of them were deleted. */
  roleFor: (role: string, parts: readonly string[]) => {
    if (parts.length === 0) return `${role}（范围已不存在）`;
    const shown = parts.slice(0, PARTS_SHOWN).join('、');
    return parts.length > PARTS_SHOWN ? `${role}（${shown}等 ${parts.length} 处）` : `${role}（${shown}）`;
  },

  overview: '我的概况',
  overviewFailed: '图书、笔记与待办的数量没有加载出来。',
  counts: { books: '图书', notes: '笔记', ordersToPay: '待支付订单', tickets: '未关闭的问题' },
  todo: {
    title: '待办',
    go: '去处理',
    pay: (count: number) => `${count} 个订单等待支付`,
    answeredTickets: (count: number) => `${count} 个问题有了答复`,
    application: (kind: ApplicationKind, state: Application['state']) => `${applicationNames[kind]}${applicationStates[state]}`,
  },
  institution: {
    title: '所在机构',
    none: '现在没有机构向您提供图书。',
    noneHint: '学校或单位购买后，在它的网络里打开书房就会自动认出；在外面可以用机构身份登录。离开后仍能看到通过它读过的书。',
    read: '通过机构读过的书',
    ask: '请学校或单位加入',
    lends: (via: LicenseMode, scope: 'all' | 'books', until: string) =>
      `${via === 'ip' ? '您在它的网络里' : via === 'roster' ? '您在它的名单内' : '您以机构身份登录'}，可以阅读${scope === 'all' ? '全部教材' : '它购买的教材'}，至 ${until}。`,
    browse: '看可读的书',
  },

  changeAvatar: '更换头像',
  avatarTitle: '更换头像',
  avatarRule: 'JPG、PNG、WebP 等常见图片，不超过 5 MB。',
  chooseAvatar: '选择图片',
  chooseAnother: '换一张',
  avatarPicture: '头像取景，用方向键移动，用加号和减号缩放',
  avatarHint: '拖动图片选择位置',
  zoom: '缩放',
  takeAvatar: '使用这张',
  removeAvatar: '恢复默认头像',
  avatarUnreadable: '浏览器打不开这张图片，请换一张。',
  avatarTooLarge: '图片超过 5 MB，请换一张小一些的。',

  security: '登录与安全',
  phone: '手机号',
  noPhone: '未绑定',
  addPhone: '绑定手机号',
  addPhoneLead: '绑定后可以用手机号登录；离开学校后，账号、笔记和进度也都还在。',
  changePhone: '更换手机号',
  password: '密码',
  passwordSet: '已设置',
  passwordUnset: '未设置，目前用短信验证码登录',
  setPassword: '设置密码',
  changePassword: '修改密码',
  changePasswordHint: '修改后，所有设备都需要用新密码重新登录。',
  providerBound: '已绑定',
  providerUnbound: '未绑定',
  unbindProvider: '解除绑定',

  changePhoneOld: (tel: string) => `第 1 步，共 2 步：验证原手机号 ${tel}。笔记、图书和订单都会保留。`,
  changePhoneNew: '第 2 步，共 2 步：填写并验证新手机号。',
  next: '下一步',
  oldPhoneCode: '原手机号验证码',
  newPhone: '新手机号',
  newCode: '新手机号验证码',
  phoneChanged: '手机号已更换',
  lostPhone: '原手机号已停用？请通过帮助页联系我们，核实身份后为您更换。',
  contact: '联系我们',

  needCode: '请输入收到的短信验证码',

  devices: '已登录的设备',
  devicesLead: '网页、电脑客户端和手机各保留一台。同类型的新设备登录后，旧设备会退出。',
  deviceTypes: { web: '电脑网页', pc: '电脑客户端', mobile: '手机' },
  unknownDevice: '未知设备',
  thisDevice: '本机',
  lastSeen: (ms: number, nowMs: number) => `最近使用：${ago(ms, nowMs)}`,
  signedInAt: (ms: number) => `${moment.format(ms)}登录`,
  signOutDevice: '退出登录',
  signOutDeviceLabel: (name: string) => `让“${name}”退出登录`,
  deviceSignedOut: '该设备已退出登录',
  devicesFailed: '没有读到设备列表。',
  retry: '重试',

  morePages: {
    title: '教师与作者',
    teacher: { name: '教师认证', hint: '认证后可以使用教学资源、以教师身份开展教学。', action: '申请认证' },
    myEditedBook: { name: '作者', hint: '参与编写过本站的图书？申请后可以看到自己的图书和统计。', action: '申请成为作者' },
  },

  data: '隐私与数据',
  exportData: '导出我的数据',
  exportLead: '把个人资料、笔记、阅读进度、图书权益和上传的文件打包成一个 ZIP 文件。',
  exportBegin: '开始导出',
  exportAgain: '重新导出',
  exporting: (progress: number) => `正在打包 ${Math.round(progress * 100)}%`,
  exportQueued: '排队中，马上开始',
  exportReady: (sizeBytes: number, expiresAt: number) => `已打包，${fileSize(sizeBytes)}，${date.format(expiresAt)}前可下载`,
  exportFailed: '打包没有成功，请重试。',
  exportLabel: '数据导出进度',
  download: '下载',

  terms: '服务条款与隐私说明',
  termsAgreed: (version: number) => `您已同意第 ${version} 版`,
  termsNotAgreed: '您还没有确认过',
  readTerms: '查看',

  close: '注销账号',
  closeLead: '注销申请提交后有 7 天时间反悔，期满后笔记、进度和个人资料会被永久删除，手机号可重新注册。',
  closeBegin: '申请注销',
  closeTitle: '申请注销账号',
  closeWarning: [
    '提交后所有设备立即退出登录。',
    '7 天内重新登录即可撤销。',
    '期满后，笔记、划线、阅读进度、书架和个人资料永久删除，无法找回。',
    '已购图书的阅读权益随账号失效。',
  ],
  closeExportFirst: '建议先导出我的数据。',
  closeConfirm: '我已了解，申请注销',
  closing: (ms: number) => `您已申请注销账号，${date.format(ms)}之后将永久删除。`,
  cancelAccountClosure: '撤销注销',
  accountReopened: '已撤销注销，账号恢复正常',

  signOut: '退出登录',
  signOutNote: '退出后，本机未同步的笔记会保留，下次登录时继续同步。',

  replaced: (name: string, when: string) => `您在另一台同类型设备（${name}，${when}使用过）上的登录已退出`,
} as const;
