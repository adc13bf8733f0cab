/** Texts of failed calls for which the server returned no message. */
export const networkText = {
  failed: '网络连接失败，请检查网络',
  failedTitle: '错误',
  confirm: '确定',
  busy: '系统有点忙，请稍后再试',
  /** The wording of this text is specified (specification.md §5). */
  userInfoSignedOut: '获取用户信息失败，您登录了吗？',
  unreadable: '收到的内容无法识别，请刷新页面后再试',
} as const;
