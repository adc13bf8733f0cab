/** `/org`: how the readers of an institution use its licenses. */
import { licenseUseText } from '../../../platform/messages/zh-cn/license-use.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { ChosenInstitution } from '../institution/chosen-institution.tsx';
import { InstitutionUse } from '../institution/license-use.tsx';
import { LICENSE_TONES } from '../license/license-tones.ts';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.orgUse} lead={licenseUseText.use.lead}>
    <ChosenInstitution>{(institutionId) => <InstitutionUse institutionId={institutionId} tones={LICENSE_TONES} />}</ChosenInstitution>
  </AdminPage>
);
