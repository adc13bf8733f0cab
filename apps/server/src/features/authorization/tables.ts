/** Table of the authorization slice. */
import type { Role } from '@shufang/contract';
import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Roles of users. `scope`: empty for the whole platform, otherwise `publisher:<name>`, `institution:<id>` or `book:<id>`. Times: UTC ms.
 */
export const userRole = pgTable(
  'user_role',
  {
    userId: text('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    scope: text('scope').notNull().default(''),
    grantedAt: bigint('granted_at', { mode: 'number' }).notNull(),
    /** When the role expires, UTC ms; null: never. */
    expiresAt: bigint('expires_at', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role, table.scope] })],
);
