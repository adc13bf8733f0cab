/** Labels of the menu of the pages for teachers. */
export const teacherMenuText = {
  label: '教师服务',
  classes: '班级与认证',
  adoption: '教材征订',
  samples: '样书',
  materials: '教学资源',
} as const;
