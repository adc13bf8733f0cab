/**
 * Every code a call can answer instead of `success`, and the Chinese sentence a person reads. `{name}` is filled from the
 * refusal's details. A test holds this list, `docs/errors.md` and what operations declare together.
 */
export const errorSentences = {
  // every call
  requestLogin: '请先登录',
  userBeenKickedOut: '检测到账号在同类型设备登录，请重新登录',
  'request.invalid': '{reason}',
  'request.notFound': '没有找到您要的内容',
  'request.tooLarge': '提交的内容过大',
  'request.tooMany': '操作过于频繁，请稍后再试',
  forbidden: '您没有权限进行此操作',
  internal: '系统有点忙，请稍后再试',
  unavailable: '服务暂时不可用，请稍后再试',

  // account
  'account.phoneInvalid': '手机号码格式错误',
  'account.captchaWrong': '图形验证码错误或已过期，请重新输入',
  'account.smsTooSoon': '请在 {seconds} 秒后重试',
  'account.smsBudget': '短信发送次数过多，请稍后再试',
  'account.smsUnavailable': '短信服务暂时不可用，请稍后再试',
  'account.smsCodeWrong': '短信验证码错误或已过期',
  'account.notRegistered': '该手机号尚未注册，请先注册或勾选自动注册',
  'account.credentialsWrong': '手机号或密码错误',
  'account.tooManyFailures': '登录失败次数过多，请稍后再试或使用短信验证码登录',
  'account.passwordWeak': '密码须为 8 至 128 个字符，且不能是常见密码',
  'account.passwordTransport': '页面已过期，请刷新后重新输入密码',
  'account.phoneTaken': '该手机号已被注册',
  'account.frozen': '账号已被冻结，请联系管理员',

  // catalog, commerce
  'catalog.bookNotFound': '没有找到这本书，可能已下架',
  'commerce.notEntitled': '您还没有这本书的阅读权限',

  // annotation, sync
  'annotation.targetOutsideBook': '标注的位置不在这本书里',
  'sync.opInvalid': '这条更改无法保存：{reason}',
  'sync.tooManyOps': '一次同步的更改过多',

  // import
  'import.notFound': '没有找到这个导入任务',
  'import.alreadyFinished': '导入任务已经结束',
  'import.refused': '无法导入：{reason}',
} as const;

export type ErrorCode = keyof typeof errorSentences;
export const errorCodes = Object.keys(errorSentences) as ErrorCode[];

/** Raised by any operation; declared once here instead of on each. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'requestLogin',
  'userBeenKickedOut',
  'request.invalid',
  'request.tooLarge',
  'request.tooMany',
  'forbidden',
  'internal',
  'unavailable',
];

/** The sentence for `code` with its `{name}` gaps filled; a gap without a value is dropped. */
export const errorSentence = (code: ErrorCode, details: Readonly<Record<string, string | number>> = {}): string =>
  errorSentences[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));

/** A refusal in words of the field. The server turns it into the envelope; the client throws it again from the envelope. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string | number>>;
  constructor(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    super(errorSentence(code, details), options);
    this.name = 'CodedError';
    this.code = code;
    this.details = details;
  }
}
