import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { ticketTopic } from './ticket.ts';

/** Returns the operator's contact details; a detail that the operator has not set is absent. */
export const getContact = operation({
  name: 'getContact',
  method: 'GET',
  path: '/api/help/contact',
  summary: '联系方式',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    name: z.string().optional(),
    phone: z.string().optional(),
    /** Hours in which the operator answers the phone, as text. */
    hours: z.string().optional(),
    wechat: z.string().optional(),
    /** Email address for all topics that have no address of their own. */
    email: z.string().optional(),
    emails: z.array(z.object({ topic: ticketTopic, email: z.string() })),
    /** License numbers to display: ICP record, publishing license. */
    licenses: z.array(z.string()),
  }),
});
