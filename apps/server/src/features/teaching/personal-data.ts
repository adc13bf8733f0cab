/** Personal data of the teaching slice: the classes that the user taught, helped to teach or joined, announcements, and the probation rights. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteAnnouncementsOf, readAnnouncementsOf } from './announcement-store.ts';
import { deleteCoTeachingOf, readCoTeachingOf } from './co-teacher-store.ts';
import { deleteTeachingDataOf, readTeachingData } from './store.ts';

export const teachingData: PersonalDataHolder = {
  slice: 'teaching',
  exportOf: async (db, userId) => [
    exportedJson('classes.json', '您任教、协助和加入的班级，发布的通知，以及班级体验期', {
      ...(await readTeachingData(db, userId)),
      helped: await readCoTeachingOf(db, userId),
      announcements: await readAnnouncementsOf(db, userId),
    }),
  ],
  eraseOf: async (tx, userId) => {
    await deleteAnnouncementsOf(tx, userId);
    await deleteCoTeachingOf(tx, userId);
    await deleteTeachingDataOf(tx, userId);
  },
};
