/** `/admin/tickets`: what readers ask. */
import { useMayAny } from '../../features/account/for-operators.tsx';
import { DeskTickets } from '../../features/help/desk-tickets.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => {
  const seesAccounts = useMayAny(['runPlatform']) === true;
  return (
    <DeskPage title={deskText.entries.tickets} lead={deskText.tickets.lead} permissions={['answerTickets']} isWhole>
      <DeskTickets seesAccounts={seesAccounts} />
    </DeskPage>
  );
};
