/**
 * Vocabulary of the generated library: names, and words approximately in the order of their frequency in Chinese. The lists are our own.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Single-character particles between words. */
export const PARTICLES = list('的 了 在 是 和 与 也 都 不 有 为 以 而 及 从 对 到 就 上 中 下 等 其 所 之');

/** Words of general texts, the most frequent first. */
export const GENERAL = list(`
我们 可以 一个 没有 自己 这个 他们 因为 如果 所以 但是 进行 问题 方法 不同 通过 主要 需要 研究 发展 社会 关系 学习 情况 工作 使用 内容 过程
条件 结果 分析 作用 时间 基本 一般 影响 形成 要求 由于 同时 方面 重要 能力 提高 中国 国家 世界 历史 生活 文化 教育 技术 科学 理论 实践 经济
管理 系统 结构 数据 信息 材料 设计 计算 实验 观察 测量 比较 说明 表示 图中 例如 以及 其中 这样 那么 必须 应当 可能 容易 简单 复杂 具体 特点
类型 分类 定义 概念 原理 规律 性质 数量 质量 水平 程度 范围 变化 增加 减少 提出 认为 指出 解决 处理 选择 决定 产生 出现 存在 包括 组成 利用
应用 实现 保证 建立 完成 开始 结束 继续 保持 改变 改进 促进 支持 反映 表现 说话 阅读 写作 思考 讨论 回答 练习 作业 教师 学生 课堂 教材 章节
目标 任务 步骤 环境 资源 能量 城市 农村 人民 政府 企业 市场 产品 服务 生产 消费 投资 价格 成本 收入 法律 制度 权利 责任 组织 个人 集体 思想
精神 意义 价值 传统 现代 未来 过去 今天 明天 早晨 夜晚 春天 秋天 山水 江河 天空 大地 阳光 月亮 星星 树木 花草 动物 植物 身体 健康 心理 情感
父母 孩子 朋友 老师 故事 文章 语言 文字 诗歌 小说 音乐 绘画 艺术 作品 作者 读者 图书 报纸 网络 电脑 手机 软件 硬件 程序 文件 字符 用户 密码
安全 速度 温度 压力 距离 面积 体积 重量 方向 位置 左右 前后 内部 外部 表面 中心 部分 整体 全部 许多 少数 多数 平均 最大 最小 首先 其次 最后
`);

/** Terms of each discipline; the first ones are used in book titles. */
export const DISCIPLINES: Readonly<Record<string, { readonly subjects: readonly string[]; readonly terms: readonly string[] }>> = {
  philosophy: {
    subjects: list('马克思主义哲学 中国哲学史 西方哲学史 逻辑学 伦理学 宗教学 美学原理 科学哲学'),
    terms: list('唯物 辩证 意识 物质 存在论 认识论 理性 经验 先验 范畴 命题 推理 悖论 道德 善恶 自由 必然 儒家 道家 心学 理学家 现象学'),
  },
  economics: {
    subjects: list('政治经济学 微观经济学 宏观经济学 计量经济学 国际贸易 货币银行学 财政学 保险学'),
    terms: list('供给 需求 均衡 边际 效用 垄断 通货膨胀 失业率 利率 汇率 财政 税收 关税 债券 股票 回归 方差 弹性 博弈 外部性 国民收入'),
  },
  law: {
    subjects: list('法理学 宪法学 民法学 刑法学 行政法学 国际法 商法学 诉讼法学'),
    terms: list('合同 侵权 物权 债权 犯罪 刑罚 量刑 证据 诉讼 仲裁 管辖 立法 司法 判例 条文 公民 法人 代理 继承 知识产权 违约'),
  },
  education: {
    subjects: list('教育学原理 教育心理学 课程与教学论 学前教育学 比较教育学 教育技术学 体育教学论 教育史'),
    terms: list('教学 课程 评价 动机 迁移 认知 建构 情境 班级 德育 幼儿 游戏化 测验 反馈 激励 备课 说课 素养 启发 因材施教 终身学习'),
  },
  literature: {
    subjects: list('中国古代文学 中国现当代文学 外国文学史 文学概论 现代汉语 古代汉语 英语精读 新闻学概论'),
    terms: list('诗经 楚辞 乐府 唐诗 宋词 元曲 散文 戏剧 意象 意境 叙事 修辞 比喻 音韵 训诂 语法 词汇 方言 明月 春风 长安 相思'),
  },
  history: {
    subjects: list('中国古代史 中国近代史 世界通史 考古学概论 史学概论 文物学基础 历史地理学 城市史'),
    terms: list('王朝 战争 变法 起义 条约 殖民 革命 遗址 青铜 墓葬 年号 科举 郡县 丝绸之路 航海 改革 史料 方志 碑刻 考证 断代'),
  },
  science: {
    subjects: list('高等数学 线性代数 概率论与数理统计 大学物理 无机化学 有机化学 普通生物学 数学分析'),
    terms: list(
      '矩阵 特征值 特征向量 行列式 极限 导数 积分 微分方程 级数 概率 随机变量 分布 力学 电磁 量子 波动 分子 原子 化学键 细胞 基因 遗传',
    ),
  },
  engineering: {
    subjects: list('数据结构 计算机网络 操作系统 软件工程 机械设计 材料力学 电路分析 土木工程概论'),
    terms: list('算法 函数 数组 链表 指针 递归 协议 报文 路由 进程 线程 内存 编译 数据库 电阻 电容 齿轮 轴承 应力 应变 混凝土 桥梁'),
  },
  agriculture: {
    subjects: list('作物栽培学 土壤学 植物保护 园艺学 动物营养学 林学概论 水产养殖学 农业生态学'),
    terms: list('水稻 小麦 玉米 施肥 灌溉 病虫害 育种 嫁接 修剪 饲料 土壤肥力 氮磷钾 温室 果树 蔬菜 苗木 养殖 轮作 耕作 生态 防治'),
  },
  medicine: {
    subjects: list('人体解剖学 生理学 病理学 药理学 内科学 外科学 中医基础理论 护理学基础'),
    terms: list('心脏 血液 神经 免疫 炎症 感染 肿瘤 诊断 症状 治疗 手术 药物 剂量 经络 针灸 阴阳 脉象 护理 病人 血压 呼吸'),
  },
  military: {
    subjects: list('军事理论教程 军事思想史 战略学 战役学 军事技术概论 后勤学 国防教育 军事地理学'),
    terms: list('国防 战略 战术 兵法 孙子 武器 雷达 卫星 侦察 指挥 后勤 演习 边防 海防 动员 军队 兵种 阵地 防御 进攻 情报'),
  },
  management: {
    subjects: list('管理学原理 市场营销学 财务管理 会计学 人力资源管理 运筹学 公共管理学 图书馆学基础'),
    terms: list('计划 领导 控制 激励机制 绩效 薪酬 品牌 渠道 促销 资产 负债 利润 现金流 审计 预算 库存 供应链 线性规划 决策 档案 文献'),
  },
  art: {
    subjects: list('艺术概论 中国美术史 音乐基础理论 舞蹈编导 电影艺术导论 设计学概论 书法教程 戏剧表演'),
    terms: list('色彩 构图 线条 水墨 油画 雕塑 旋律 和声 节奏 镜头 剪辑 剧本 舞台 表演 楷书 行书 篆刻 图案 版式 字体 灯光'),
  },
  interdisciplinary: {
    subjects: list('人工智能导论 数据科学基础 生物信息学 环境科学概论 区域国别学 集成电路导论 国家安全学 认知科学'),
    terms: list(
      '机器学习 神经网络 深度学习 训练集 聚类 可视化 序列比对 蛋白质 污染 碳排放 气候 芯片 光刻 区域 外交 风险 大模型 语料 感知 记忆 决策树',
    ),
  },
};

/** Affixes of titles, before and after the subject. */
export const TITLE_STARTS = list('新编 简明 大学 实用 现代 基础 应用 当代');
export const TITLE_ENDS = list('教程 导论 基础 概要 讲义 十讲 通论 实验指导 习题与解析 案例教程 原理与应用 学习指南');
export const LATIN_TITLES = list('Python Java MATLAB SPSS Linux AutoCAD C语言 SQL Excel LaTeX Android Web');
export const EDITIONS = list('第二版 第三版 第四版 第五版 微课版 慕课版 双语版 数字版');

export const SURNAMES =
  list(`王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 高 林 罗 郑 梁 谢 宋 唐 许 韩 冯 邓 曹 彭 曾 肖 田 董 袁 潘 于 蒋 蔡 余 杜 叶
程 苏 魏 吕 丁 任 沈 姚 卢 姜 崔 钟 谭 陆 汪 范 金 石 廖 贾 夏 韦 付 方 白 邹 孟 熊 秦 邱 江 尹 薛 闫 段 雷 侯 龙 史 陶 黎 贺 顾 毛 郝 龚 邵 万 钱 欧阳 司马`);
export const GIVEN =
  list(`伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 兰 霞 平 刚 桂英 志强 建华 文 晓东 海燕 玉兰 国庆 春梅 秀英 子轩 雨桐 思远 一鸣 嘉怡
浩然 梓涵 欣怡 博文 立新 振华 学文 慧 莉 鹏 宇 宁 凯 琳 岩 毅 彬 斌 峰 岚 倩 颖 雪 琪 瑶 哲 睿 宏 达 森 林 松 柏 文博 守仁 知行 若水`);
export const PUBLISHERS = list(
  '江南大学出版社 北岭教育出版社 东海科技出版社 文津书局 华夏人文出版社 青山医药出版社 白鹿农业出版社 明德出版社 云帆理工出版社 星河数字出版社 长风出版社 桃李出版社',
);

/** Characters of the rare words; any two of them form a word. */
export const MORPHEMES = [
  ...'人大小天地水火山石田土木金日月风云雨雷电光声色香味形影心神气血骨肉手足目耳口舌言语文字书画琴棋歌舞诗词曲赋礼乐射御数理化生物史政经法军工农商学医药食衣住行车船路桥门窗屋宇城乡国家村镇市县州府江河湖海洋港湾岛岸林森草花果叶根枝茎芽苗禾米麦豆瓜菜茶酒油盐酱醋糖刀枪弓箭旗鼓钟鼎碑印纸墨笔砚',
  ...'开关起落进退升降出入来往聚散分合长短高低深浅宽窄厚薄轻重快慢强弱新旧古今东西南北前后左右内外上下始终本末虚实阴阳刚柔动静明暗黑白红绿青蓝黄紫冷热干湿清浊真假善恶美丑贵贱贫富忠信仁义智勇孝悌廉耻思想念记忆感觉知识见闻辨析推论证据测算量度衡定标准规则制约束缚解放自由独立统一平等公正民主科技创造发明改良革新建设',
];
