/** `/org/report`: the COUNTER report of an institution. */
import { licenseUseText } from '../../../platform/messages/zh-cn/license-use.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { ChosenInstitution } from '../institution/chosen-institution.tsx';
import { InstitutionReport } from '../institution/counter-report.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.orgReport} lead={licenseUseText.report.lead}>
    <ChosenInstitution>{(institutionId) => <InstitutionReport institutionId={institutionId} />}</ChosenInstitution>
  </AdminPage>
);
