/** Texts of notifications. */
import type { NotificationKind } from '@shufang/contract';

const applicationNames: Readonly<Record<string, string>> = { teacher: '教师认证', author: '作者申请' };
const applicationOf = (name: string): string => applicationNames[name] ?? '申请';

export const notificationText = {
  title: '消息',
  lead: '问题的回复、申请与退款的结果、图书的新版本。保留 180 天。',
  stripLabel: '新消息',
  unread: (count: number) => `${count} 条未读消息`,
  isUnread: '未读',
  readAll: '全部标为已读',
  seeAll: '查看全部',
  dismiss: (text: string) => `标为已读：${text}`,
  empty: '还没有消息',
  emptyHint: '您提交的问题、申请和退款有了结果，或拥有的图书出了新版本，会在这里告诉您。',
  failed: '消息没有加载出来',
  retry: '重试',
  texts: {
    ticketAnswered: (name) => `您的问题有了回复：${name}`,
    claimApproved: (name) => `《${name}》的书码申诉已通过，可以阅读了`,
    claimRejected: (name) => `《${name}》的书码申诉没有通过`,
    refundApproved: (name) => `订单 ${name} 的退款已同意，款项将原路退回`,
    refundMade: (name) => `订单 ${name} 有一笔退款，款项将原路退回`,
    rightsSuspended: (name) => `订单 ${name} 开通的图书已暂停阅读，原因见“我的图书”`,
    rightsResumed: (name) => `订单 ${name} 开通的图书已恢复阅读`,
    refundRejected: (name) => `订单 ${name} 的退款没有通过`,
    invoiceIssued: (name) => `订单 ${name} 的发票已开具`,
    invoiceRejected: (name) => `订单 ${name} 的发票申请被退回`,
    redInvoiceIssued: (name) => `订单 ${name} 的红字发票已开具`,
    applicationApproved: (name) => `${applicationOf(name)}已通过`,
    applicationRejected: (name) => `${applicationOf(name)}没有通过，可以修改后再提交`,
    bookUpdated: (name) => `您拥有的《${name}》出了新版本`,
    classAdmitted: (name) => `您已加入班级“${name}”`,
    assignmentPublished: (name) => `老师发布了“${name}”`,
    classRemoved: (name) => `您没有加入班级“${name}”，或已被老师移出`,
    classAnnounced: (name) => `班级“${name}”有新通知`,
    classCoTeacher: (name) => `您在班级“${name}”的合作教师权限有变化`,
    sampleApproved: (name) => `您申请的《${name}》样书已通过`,
    sampleRejected: (name) => `您申请的《${name}》样书没有通过，原因见“样书”`,
    sampleShipped: (name) => `您申请的《${name}》样书已寄出，运单号见“样书”`,
    erratumAccepted: (name) => `您报告的《${name}》中的错误已采纳`,
    erratumDuplicate: (name) => `您报告的《${name}》中的错误已有人报告过`,
    erratumRejected: (name) => `您报告的《${name}》中的错误没有采纳`,
    erratumFixed: (name) => `您报告的《${name}》中的错误已在新版本改正`,
    ratingHidden: (name) => `您对《${name}》的评价已被编辑隐藏`,
  } satisfies Record<NotificationKind, (name: string) => string>,
} as const;
