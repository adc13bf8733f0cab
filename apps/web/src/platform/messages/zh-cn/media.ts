/** Texts of the players of sounds and videos in books. */
export const mediaText = {
  bar: '音频与视频',
  kinds: { audio: '音频', video: '视频' },
  play: '播放',
  pause: '暂停',
  close: '停止并收起',
  rate: '播放速度',
  rateOf: (rate: number) => `${rate} 倍`,
  captions: '字幕',
  noCaptions: '无字幕',
  captionsOf: (label: string, language: string) => label || language || '字幕',
  transcript: '文字稿',
  transcriptHint: '点一行，从那里开始播放',
  loading: '正在读取文字稿',
  noTranscript: '文字稿读不出来，请稍后再试。',
  time: (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
} as const;
