/** Returns the URL of the page that a notice is about. */
import type { UserNotification } from '@shufang/contract';

export const notificationAddress = ({ kind, subject }: Pick<UserNotification, 'kind' | 'subject'>): string => {
  switch (kind) {
    case 'ticketAnswered':
      return '/helper/contact#mine';
    case 'claimApproved':
    case 'bookUpdated':
      return `/course/info/${subject.id}`;
    case 'erratumAccepted':
    case 'erratumDuplicate':
    case 'erratumRejected':
    case 'erratumFixed':
      return `/course/info/${subject.id}?tab=errata`;
    case 'ratingHidden':
      return `/course/info/${subject.id}?tab=ratings`;
    case 'classAdmitted':
    case 'classAnnounced':
    case 'classCoTeacher':
      return `/class/${subject.id}`;
    case 'classAsked':
    case 'classReplied':
    case 'classPostHidden':
      return `/class/${subject.id}?tab=interact`;
    case 'assignmentPublished':
    case 'scoreCorrected':
      return `/assignment/${subject.id}`;
    case 'sampleApproved':
    case 'sampleRejected':
    case 'sampleShipped':
      return '/user/teacher/samples';
    case 'gradesReleased':
    case 'gradeAppealed':
    case 'gradeAppealReplied':
      return `/class/${subject.id}?tab=grades`;
    case 'adoptionReturned':
    case 'adoptionConfirmed':
    case 'adoptionOrdered':
      return `/user/teacher/adoption/${subject.id}`;
    case 'royaltyIssued':
    case 'royaltyReplied':
    case 'royaltyPaid':
      return `/user/royalties/${subject.id}`;
    case 'royaltyConfirmed':
    case 'royaltyDisputed':
      return `/admin/royalties/${subject.id}`;
    case 'classRemoved':
      return '/user#classes';
    case 'readingReminder':
    case 'readingSummary':
      return '/user#reading';
    case 'rightsSuspended':
    case 'rightsResumed':
    case 'claimRejected':
      return '/user/myBooks';
    case 'refundApproved':
    case 'refundRejected':
    case 'refundMade':
    case 'invoiceIssued':
    case 'invoiceRejected':
    case 'redInvoiceIssued':
      return '/user/myOrders';
    case 'applicationApproved':
    case 'applicationRejected':
      return subject.name === 'author' ? '/user/myEditedBook' : '/user/teacher';
  }
};
