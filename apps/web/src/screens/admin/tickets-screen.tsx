/** `/admin/tickets`: what readers ask. */
import { DeskTickets } from '../../features/help/desk-tickets.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.tickets} lead={deskText.tickets.lead} permissions={['answerTickets']}>
    <DeskTickets />
  </DeskPage>
);
