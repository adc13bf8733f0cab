/** `/admin/codes/:batchId/boxes`: what lies in which box of a batch, to print. */
import { useParams } from 'react-router';
import { CodeBoxes } from '../../features/commerce/code-boxes.tsx';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => {
  const { batchId = '' } = useParams();
  return (
    <DeskPage title={codesText.boxSheetTitle} lead={codesText.boxSheetLead} permissions={['seeCodes']}>
      <CodeBoxes batchId={batchId} />
    </DeskPage>
  );
};
