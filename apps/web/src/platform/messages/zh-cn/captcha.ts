/** Texts of the captchas: the slider and the spoken digits. */
export const captchaText = {
  slider: '滑动验证',
  sliderHint: '向右拖动滑块，把文字拼完整',
  sliderKeys: '用左右方向键移动滑块，拼好后按回车键',
  sliderAt: (x: number, max: number) => `已移动 ${x}，最右 ${max}`,
  sliderGiven: '拼图已完成',
  sliderLoading: '正在加载滑动验证',
  sliderFailed: '滑动验证码加载失败',
  sliderRefused: '业务验证不通过',
  sliderAnother: '换一张拼图',
  tryAgain: '重新加载',
  listen: '看不清图片？听语音验证码',
  look: '改看图片',
  otherDigits: '换一段语音',
  playAgain: '再听一遍',
  spokenPlaceholder: '请输入听到的数字',
  spokenStatus: (ready: boolean) => (ready ? '正在播放六位数字，请在图形验证码栏输入听到的数字' : '正在加载语音验证码'),
} as const;
