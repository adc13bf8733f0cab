/** What a conversion changed or removed, counted by kind, in sentences for users. */
import type { ImportFinding } from '@shufang/contract';

const SENTENCES = {
  'encoding.invalidBytes': ['repaired', '文件里有不属于所用编码的字节，已用替代符号显示'],
  'encoding.guessed': ['repaired', '文件没有正确说明编码，已按内容判断'],
  'xml.repaired': ['repaired', '文件不合 XML 语法，已像浏览器那样修复'],
  'xml.controlCharacters': ['repaired', '去掉了 XML 不允许的控制字符'],
  'xml.entityUndefined': ['repaired', '出现了未定义或自定义的实体，已按原样保留文字'],
  'xml.tooDeep': ['repaired', '元素嵌套过深，已展平'],
  'xml.tooManyAttributes': ['dropped', '一个元素的属性过多，多余的已去掉'],
  'document.empty': ['notice', '文档没有内容'],
  'document.failed': ['dropped', '章节文件无法转换，已用一句说明代替，请检查这个文件'],
  'script.dropped': ['dropped', '脚本已去掉，本书不会运行程序'],
  'handler.dropped': ['dropped', '事件代码（on…）已去掉'],
  'refresh.dropped': ['dropped', '自动跳转或刷新已去掉'],
  'link.unsafe': ['dropped', '危险的链接地址已去掉，文字保留'],
  'link.missing': ['notice', '链接指向不存在的文件，文字保留'],
  'external.image': ['dropped', '外部图片不载入，已用文字占位'],
  'external.media': ['dropped', '外部音频或视频不载入，已用文字占位'],
  'external.style': ['dropped', '外部样式不载入'],
  'external.font': ['dropped', '外部字体不载入'],
  'embed.dropped': ['dropped', '嵌入的网页或插件已去掉，显示其替代内容'],
  'form.inert': ['repaired', '表单控件只供显示，不能提交'],
  'image.missing': ['dropped', '图片文件缺失，已用文字占位'],
  'image.unsafeData': ['dropped', '内嵌图片的格式不允许，已用文字占位'],
  'image.noAlt': ['notice', '图片没有替代文字'],
  'media.missing': ['dropped', '音频或视频文件缺失，已用文字占位'],
  'style.missing': ['dropped', '样式文件缺失'],
  'element.unknown': ['repaired', '不认识的元素已换成普通文字'],
  'element.dropped': ['dropped', '不允许的元素已去掉'],
  'id.duplicate': ['repaired', '同一文件里有重复的标识，只保留第一个'],
  'math.content': ['repaired', '公式的语义标注已去掉，显示部分保留'],
  'svg.unsafe': ['dropped', '图形中不安全的内容已去掉'],
  'svg.useBomb': ['dropped', '图形的重复引用展开后过大，已去掉'],
  'css.unsafe': ['dropped', '样式中不安全的内容已去掉'],
  'css.unreadable': ['dropped', '样式无法读懂，已去掉'],
  'css.epubPrefix': ['repaired', '样式中的旧式 -epub- 属性已换成标准写法'],
  'css.missing': ['dropped', '样式引用的文件缺失'],
  'paragraph.cut': ['repaired', '特别长的段落已在句末分成几段显示'],
} as const satisfies Record<string, readonly [ImportFinding['severity'], string]>;

type FindingCode = keyof typeof SENTENCES;

/** Collects the findings of one file; each kind appears once with its count and the line of its first occurrence. */
export interface FindingCollector {
  add(code: FindingCode, line?: number, times?: number): void;
  addAll(findings: readonly ImportFinding[]): void;
  list(): ImportFinding[];
}

export const collectFindings = (path: string): FindingCollector => {
  const found = new Map<string, ImportFinding>();
  return {
    add(code, line, times = 1) {
      const existing = found.get(code);
      if (existing) {
        existing.count += times;
        return;
      }
      const [severity, message] = SENTENCES[code];
      found.set(code, { severity, code, message, path, count: times, ...(line ? { line } : {}) });
    },
    addAll(findings) {
      for (const finding of findings) {
        const existing = found.get(finding.code);
        if (existing) existing.count += finding.count;
        else found.set(finding.code, { ...finding, path });
      }
    },
    list: () => [...found.values()],
  };
};
