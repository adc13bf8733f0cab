/** `/admin/codes/:batchId/boxes`: the printable box list of a batch. */
import { useParams } from 'react-router';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { CodeBoxes } from '../activation-code/code-boxes.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const { batchId = '' } = useParams();
  return (
    <AdminPage title={codesText.boxSheetTitle} lead={codesText.boxSheetLead}>
      <CodeBoxes batchId={batchId} />
    </AdminPage>
  );
};
