/** `/admin/adoption`: adoption lists that teachers submit, and their deadlines. */
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminAdoptions } from '../adoption/admin-adoptions.tsx';
import { AdoptionDeadlines } from '../adoption/adoption-deadlines.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminAdoptions} lead={adoptionText.admin.lead}>
    <AdminAdoptions />
    <AdoptionDeadlines />
  </AdminPage>
);
