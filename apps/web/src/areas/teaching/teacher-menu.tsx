/** The menu of the pages for teachers. */
import { buttonClass, Cluster } from '@shufang/ui';
import { NavLink } from 'react-router';
import { teacherMenuText as text } from '../../platform/messages/zh-cn/teacher-menu.ts';

const pages = [
  { to: '/user/teacher', label: text.classes },
  { to: '/user/teacher/samples', label: text.samples },
  { to: '/user/teacher/materials', label: text.materials },
];

export const TeacherMenu = () => (
  <Cluster as="nav" gap={8} marginBottom={24} aria-label={text.label}>
    {pages.map(({ to, label }) => (
      <NavLink key={to} to={to} end className={({ isActive }) => buttonClass(isActive ? 'quiet' : 'plain')}>
        {label}
      </NavLink>
    ))}
  </Cluster>
);
