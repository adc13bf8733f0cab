/** Texts of the user's files. */
import type { FileUse, ListedFile } from '@shufang/contract';
import { fileSize as size } from './file-size.ts';

const uses: Readonly<Record<FileUse['kind'], (name: string) => string>> = {
  avatar: () => '现在的头像',
  teacherApplication: () => '教师认证的证明',
  authorApplication: () => '作者申请的证明',
  assignment: (name) => `作业“${name}”的作答`,
  codeClaim: (name) => (name === '' ? '激活码申请的照片' : `《${name}》激活码申请的照片`),
};

export const userFilesText = {
  title: '我的文件',
  lead: '您上传的头像、证明材料与照片，只有您和处理申请的工作人员能看到（头像除外）。',
  signedOut: '登录后可以查看、下载和删除自己上传的文件。',
  what: '文件',
  size,
  used: (bytes: number, most: number, files: number) => `已用 ${size(bytes)}，共 ${size(most)}；${files} 个文件`,
  usedLabel: '文件空间的用量',
  empty: '还没有上传文件',
  emptyHint: '头像在个人中心更换，证明材料在申请教师认证时上传，照片在申请激活码时上传。',
  toCenter: '去个人中心',
  kinds: { document: '文档', picture: '图片', avatar: '头像' } satisfies Record<ListedFile['kind'], string>,
  whereOf: ({ kind, name }: FileUse) => uses[kind](name),
  held: '使用中',
  unused: '没有使用',
  download: '下载',
  downloadOf: (name: string) => `下载 ${name}`,
  delete: '删除',
  deleteOf: (name: string) => `删除 ${name}`,
  deleteTitle: '删除文件',
  deleteLead: (name: string) => `“${name}”删除后不能恢复。`,
  deleteUsed: (where: string) => `它曾用作${where}，删除后那里不再显示。`,
  heldTitle: '文件正在使用',
  heldLead: (where: string) => `这个文件是${where}，处理完之前不能删除。`,
  heldAvatar: '这是您现在的头像。换一张头像后，它会自动删除。',
  deleteNow: '删除',
  cancel: '取消',
  close: '关闭',
} as const;
