/** Texts of the page of a class: announcements, groups, the class representative and co-teachers. */
import type { Announcement, CoTeacherRight } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
/** Number of characters of an announcement that identify it in the name of a button. */
const EXCERPT_CHARS = 20;

export const classText = {
  cancel: '取消',
  save: '保存',

  // Announcements.
  announcements: '班级通知',
  announcement: '通知内容',
  announcementHint: '全班同学和合作教师都会收到消息。',
  announcementNeeded: '请填写通知内容',
  publish: '发布通知',
  publishNow: '发布',
  noAnnouncements: '还没有通知',
  noAnnouncementsHint: '停课、调课和作业提醒会出现在这里。',
  announcementLine: ({ author, at }: Announcement) => (author === '' ? time.format(at) : `${author} · ${time.format(at)}`),
  delete: '删除',
  deleteOf: (body: string) => `删除通知：${[...body].slice(0, EXCERPT_CHARS).join('')}`,
  deleteTitle: '删除这条通知？',
  deleteLead: '删除后全班都看不到，不能恢复。',

  // Groups and offices of members.
  memberTitle: (name: string) => `${name}的分组与职务`,
  editMember: '分组与职务',
  editMemberOf: (name: string) => `分组与职务：${name}`,
  group: '分组',
  groupField: '分组（选填）',
  groupHint: '例如“第 1 组”。同学之间看得到。',
  representative: '课代表',
  representativeHint: '课代表可以替老师发布班级通知。',
  noGroup: '—',

  // Co-teachers.
  coTeachers: '合作教师',
  coTeacherName: '姓名',
  coTeacherBadge: '合作',
  coTeacherLead: '对方是认证教师时，可以请他一起带班：能看名单和学习情况，不再算作学生。',
  makeCoTeacher: '设为合作教师',
  noCoTeachers: '还没有合作教师',
  noCoTeachersHint: '请同事用加课码加入班级，再在“成员”里把他设为合作教师。',
  right: '权限',
  rightOf: (name: string) => `${name}的权限`,
  rights: { view: '只查看', edit: '查看并管理成员、通知' } satisfies Record<CoTeacherRight, string>,
  endCoTeacher: '移出',
  endCoTeacherOf: (name: string) => `移出合作教师：${name}`,
  endCoTeacherTitle: (name: string) => `不再请${name}合作？`,
  endCoTeacherLead: '对方不再看到这个班级。以后可以再用加课码加入。',
} as const;
