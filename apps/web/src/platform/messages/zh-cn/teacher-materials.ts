/** Texts of the page with the materials of a teacher's books. */
import type { MaterialOrigin } from '@shufang/contract';

export const teacherMaterialsText = {
  title: '教学资源',
  lead: '您任教的班级和已拥有的图书的课件、大纲、答案等文件，都在这里。',
  signedOut: '登录后，认证教师在这里下载配套教学资源。',
  onlyTeachers: '教学资源只提供给认证教师',
  onlyTeachersHint: '通过教师认证后，就可以下载提供给教师的课件和答案。',
  toVerification: '去认证',
  what: '教学资源',
  filters: '查找教学资源',
  search: '书名、资源名称或文件名',
  origins: { taught: '任教', adopted: '已征订', owned: '已拥有' } satisfies Record<MaterialOrigin, string>,
  count: (files: number, books: number) => `${books} 本书，${files} 份文件`,
  toBook: '图书页',
  toBookOf: (title: string) => `图书页：《${title}》`,
  listOf: (title: string) => `《${title}》的教学资源`,
  none: '还没有教学资源',
  noneHint: '您任教班级的教材或已拥有的图书有配套资源时，会列在这里；其他图书的资源在图书页的“配套教学资源”里。',
  noneFound: '没有找到这样的资源',
  noneFoundHint: '换一个词试试。',
} as const;
