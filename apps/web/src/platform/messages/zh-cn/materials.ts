/** Texts of book materials: the tab of the product page and the admin page. */
import type { MaterialAudience } from '@shufang/contract';
import { fileSize } from './file-size.ts';

const audiences = { all: '所有读者', owner: '可读全书的读者', teacher: '认证教师' } satisfies Record<MaterialAudience, string>;

export const materialsText = {
  title: '配套教学资源',
  size: fileSize,
  audiences,
  forWhom: (audience: MaterialAudience) => `提供给${audiences[audience]}`,
  list: '配套教学资源',
  none: '这本书没有配套教学资源',
  noneHint: '编辑添加课件、大纲、习题答案等文件后，会出现在这里。',
  failed: '配套教学资源没有加载出来',
  loading: '正在加载',
  download: '下载',
  downloadOf: (title: string) => `下载 ${title}`,
  downloadingOf: (title: string) => `正在下载 ${title}`,
  downloading: '正在下载',
  locked: '未开放',
  teacherLead: '部分资源只提供给认证教师。您可以看到有哪些；通过教师认证后即可下载。',
  becomeTeacher: '申请教师认证',
  ownerLead: '部分资源提供给可以阅读全书的读者。',

  // Texts of the admin page.
  adminHint: '课件、教学大纲、习题答案等文件。每份写明提供给谁：所有人都看得到有哪些，只有相应的人能下载。',
  adminNone: '还没有配套资源',
  add: '添加资源',
  edit: '修改',
  editOf: (title: string) => `修改资源：${title}`,
  remove: '删除',
  removeOf: (title: string) => `删除资源：${title}`,
  removeLead: (title: string) => `“${title}”删除后读者不能再下载，不能恢复。`,
  file: '文件',
  fileHint: 'PDF、Word、Excel、PowerPoint、图片或文本。',
  fileMissing: '请选择文件',
  choose: '选择文件',
  chooseAnother: '换一个文件',
  name: '资源名称',
  note: '说明（选填）',
  audience: '提供给谁',
  save: '保存',
  adding: '正在上传',
  cancel: '取消',
} as const;
