/** The menu of the pages for teachers. */
import { buttonClass, Cluster } from '@shufang/ui';
import { NavLink } from 'react-router';
import { teacherMenuText as text } from '../../platform/messages/zh-cn/teacher-menu.ts';
import styles from './teaching.module.css';

const pages = [
  { to: '/user/teacher', label: text.classes },
  { to: '/user/teacher/adoption', label: text.adoption },
  { to: '/user/teacher/samples', label: text.samples },
  { to: '/user/teacher/materials', label: text.materials },
];

export const TeacherMenu = () => (
  <Cluster as="nav" gap={8} marginBottom={24} aria-label={text.label} className={styles.menu}>
    {pages.map(({ to, label }) => (
      <NavLink key={to} to={to} end className={({ isActive }) => buttonClass(isActive ? 'quiet' : 'plain')}>
        {label}
      </NavLink>
    ))}
  </Cluster>
);
