import { clientSentences, fillSentence } from './client-sentences.ts';

/**
 * Every error code of the API and its Chinese sentence for the user. `{name}` is filled from the details of the error. A test keeps this
 * list, `docs/errors.md` and the declarations of the operations consistent.
 */
export const errorSentences = {
  // Error codes that any call can return.
  requestLogin: '请先登录',
  userBeenKickedOut: '检测到账号在同类型设备登录，请重新登录',
  'request.invalid': '{reason}',
  'request.notFound': '没有找到您要的内容',
  'request.tooLarge': '提交的内容过大',
  'request.tooMany': '操作过于频繁，请稍后再试',
  'request.inProgress': '上一次提交还在处理，请稍后再试',
  'request.opIdReused': '请求重复，请刷新页面后再试',
  'request.alreadyUsed': '这次提交已经用过，请重新操作',
  forbidden: '您没有权限进行此操作',
  'account.secondFactorMissing': '您的角色须先开启两步验证，请到“我的”页面的“账号安全”设置',
  platformOnly: '这项操作关系到整个平台，您的角色只负责其中一部分，请联系平台的管理员',
  internal: '系统有点忙，请稍后再试',
  unavailable: clientSentences.unavailable,

  // Error codes of accounts and sign-in.
  'account.phoneInvalid': clientSentences['account.phoneInvalid'],
  'account.captchaWrong': '图形验证码错误或已过期，请重新输入',
  'account.smsTooSoon': '请在 {seconds} 秒后重试',
  'account.smsBudget': '短信发送次数过多，请稍后再试',
  'account.smsUnavailable': '短信服务暂时不可用，请稍后再试',
  'account.mailTooSoon': '请在 {seconds} 秒后重试',
  'account.mailBudget': '邮件发送次数过多，请稍后再试',
  'account.mailUnavailable': '邮件服务暂时不可用，请稍后再试',
  'account.mailCodeWrong': '邮件验证码错误或已过期',
  'account.smsCodeWrong': '短信验证码错误或已过期',
  'account.notRegistered': '该手机号尚未注册，请先注册或勾选自动注册',
  'account.credentialsWrong': '手机号或密码错误',
  'account.tooManyFailures': '登录失败次数过多，请稍后再试或使用短信验证码登录',
  'account.passwordWeak': '密码须为 8 至 128 个字符、不超过 250 字节（一个汉字 3 字节），且不能是常见密码',
  'account.passwordTransport': '页面已过期，请刷新后重新输入密码',
  'account.phoneTaken': '该手机号已被注册',
  'account.frozen': '账号已被冻结{reason}。如有疑问，请到“联系我们”留言，不登录也可以',
  'account.sliderWrong': '滑动验证未通过，请重新验证',
  'account.sliderPaused': '滑动验证错误次数过多，请改用图形验证码',
  'account.oldCodeWrong': '原手机号的短信验证码错误或已过期',
  'account.phoneMissing': '账号还没有绑定手机号，请先绑定',
  'account.consentOutdated': '用户协议已更新，请刷新页面后重新阅读',
  'account.providerOff': '本站没有开通{provider}登录',
  'account.providerFailed': '{provider}授权失败或已过期，请重试',
  'account.providerTaken': '该{provider}已绑定其他账号，或该账号已绑定其他{provider}',
  'account.deviceInUse': '账号已在“{device}”登录，继续登录会让那台设备退出',
  'account.secondFactorRequired': '请完成两步验证',
  'account.secondFactorWrong': '验证码或恢复码有误，或已用过',
  'account.secondFactorTries': '两步验证失败次数过多，请稍后再试',
  'account.secondFactorOn': '两步验证已经开启',
  'account.secondFactorOff': '两步验证没有开启',
  'account.signInExpired': '登录没有完成或已过期，请重新登录',
  'account.personNotFound': '没有找到这个账号，可能已注销',
  'account.notYourself': '不能对自己的账号进行此操作',

  // Error codes of institutions.
  'institution.notFound': '没有找到这个机构',
  'institution.signInOff': '这个机构还没有开通机构登录',
  'institution.signInFailed': '机构登录没有完成或已过期，请重新登录',
  'institution.notMember': '{institution}没有把您列为在校成员，不能使用机构的阅读权限',
  'institution.linkTaken': '这个机构身份已绑定其他账号，或该账号已绑定这个机构的其他身份',
  'institution.notOnList': '机构名单里没有这个学号和姓名，请核对后再试',
  'institution.placeTaken': '这个学号已由其他账号使用，请联系机构的管理员',
  'institution.nameTaken': '已有同名、同域名或同一身份提供方的机构',
  'institution.mailDomainTaken': '邮箱域名 {domain} 已登记给“{institution}”',
  'institution.metadataBad': '身份提供方的元数据不能使用：{reason}',
  'institution.rosterUnreadable': '不能读取这份名单：{reason}',
  'institution.rosterTooLong': '一次最多导入 {max} 行',

  // Error codes of files.
  'file.missing': '请选择要上传的文件',
  'file.notFound': '没有找到这个文件',
  'file.inUse': '不能删除：{reason}',
  'file.tooLarge': '文件过大，最多 {megabytes} MB',
  'file.typeRefused': '不支持这种文件',
  'file.pictureBroken': '图片已损坏或尺寸过大，无法读取',
  'file.quotaFull': '您的文件空间已满，请先删除不用的文件',

  // Error codes of the catalog and entitlements.
  'catalog.bookNotFound': clientSentences['catalog.bookNotFound'],
  'catalog.shortLinkUnknown': '没有这个短码，请核对后再试',
  'catalog.collectionNotFound': clientSentences['catalog.collectionNotFound'],
  'catalog.slotNotFound': '没有找到这个首页位置',
  'catalog.categoryNotFound': '没有找到这个学科，可能已删除',
  'catalog.categoryInUse': '这个学科下还有{what}，不能删除',
  'catalog.materialNotFound': '没有找到这份配套资源，可能已删除',
  'catalog.materialLocked': '不能下载：{reason}',
  'catalog.materialsFull': '一本书最多 {max} 份配套资源',
  'catalog.ratingRefused': '不能提交：{reason}',
  'catalog.ratingNotFound': '没有找到这条评价，可能已删除',
  'entitlement.notEntitled': '您还没有这本书的阅读权限',
  'activationCode.codeMistyped': clientSentences['activationCode.codeMistyped'],
  'activationCode.codeUnknown': '没有这个{kind}，请核对后重新输入；如确认无误，请联系出版社',
  'activationCode.codeUsed': '这个{kind}已被其他账号使用',
  'activationCode.codeVoid': '这个{kind}已作废，请联系出版社',
  'activationCode.codeExpired': '这个{kind}已过有效期，须在{date}之前使用',
  'activationCode.codeNotYetValid': '这个{kind}还不能使用，请在{date}之后再试',
  'activationCode.codeBookClosed': '这本书目前没有上架，暂时不能使用激活码',
  'activationCode.codeBookRemoved': '本书已停止阅读：{notice}。激活码没有用掉，恢复阅读后仍可使用',
  'activationCode.codeTries': '{kind}输错次数过多，请在 {minutes} 分钟后再试',
  'activationCode.codeForTeachers': '这是教师认证码，不能开通图书；请在“教师”页面使用',
  'activationCode.codeForBooks': '这是图书激活码，不能用于教师认证；请在“用书码开通”页面使用',
  'activationCode.codeUsedUp': '您已用过这个教师认证码，每个只能用一次',
  'activationCode.codeNotYours': '这个激活码不在您名下',
  'activationCode.releaseTooSoon': '激活满 24 小时后才能转让，请在{time}之后再试',
  'activationCode.releaseLimit': '这个激活码不能转让，或转让次数已用完',
  'activationCode.batchNotFound': '没有找到这个批次',
  'activationCode.batchState': '这个批次不能这样处理：{reason}',
  'catalog.noScripts': '这一版没有互动内容',
  'catalog.scriptApprovalState': '互动内容的状态已经变化，请刷新后再试',
  'catalog.scriptSamePerson': '申请和审核须由两个人完成，您不能审核自己的申请',
  'activationCode.batchSamePerson': '申请和审批须由两个人完成，您不能审批自己的申请',
  'activationCode.claimNotFound': '没有找到这个申请',
  'activationCode.claimOpen': '您已为本书提交过申请，请等待处理结果',
  'activationCode.claimNeedless': '您已经可以阅读本书全文，不需要申请',
  'activationCode.claimBookRemoved': '本书已停止阅读：{notice}。现在开通也不能阅读，恢复阅读后再处理',
  'activationCode.claimTooMany': '今天提交的申请过多，请明天再试',
  'activationCode.claimDecided': '这个申请已经处理过',
  'license.overlap': '网段 {network} 与“{institution}”的授权重叠',
  'license.noSeat': '{reason}',

  // Error codes of books stored offline.
  'offline.networkOnly': '这本书由机构按人数提供，只能联网阅读，不能下载',
  'offline.tooManyDevices': '这本书已保存在 {max} 台设备上，请先在“我的图书”里移除一台',
  'offline.placeTaken': '这本书最多存在 {max} 台设备上。移除的那台设备要联网删除正文，再过一天才空出名额，最晚 {hours} 小时后可以下载',
  'offline.otherDevice': '这次登录不是在这台设备上进行的，请退出后重新登录，再使用离线图书',
  'offline.tooManyBooks': '每小时最多下载 {max} 本书，请 {minutes} 分钟后再试',
  'license.notFound': '没有找到这个机构授权',

  // Error codes of the settings.
  'settings.fileInvalid': '不能导入这个文件：{reason}',

  // Error codes of orders.
  'orders.notForSale': '这本书目前不能在线购买',
  'orders.notOnSaleNow': '现在不能购买：{reason}',
  'orders.alreadyOwned': '您已拥有这本书，不需要再买',
  'orders.priceChanged': '价格已变为 {price} 元，请确认后再下单',
  'orders.bundleChanged': '这一套的内容有变化，请核对后再下单',
  'orders.bundlePrice': '{reason}',
  'orders.shared': '这个订单里还有其他出版社的图书，请联系平台的管理员处理',
  'orders.rightsUnchanged': '这个订单没有可以这样处理的阅读权限',
  'orders.notFound': '没有找到这个订单',
  'orders.notPayable': '这个订单已经不能支付或取消',
  'orders.channelOff': '本站没有开通这种支付方式',
  'orders.payerUnknown': '没有取得微信的付款授权，请重试',
  'orders.channelFailed': '暂时连接不上支付平台，请稍后再试',
  'orders.refundRefused': '不能退款：{reason}',
  'orders.refundNotFound': '没有找到这个退款申请',
  'orders.refundDecided': '这个退款申请已经处理过',
  'orders.invoiceRefused': '不能开票：{reason}',
  'orders.invoiceNotFound': '没有找到这个发票申请',

  // Error codes of annotations and sync.
  'annotation.targetOutsideBook': '标注的位置不在这本书里',
  'sync.opInvalid': '这条更改无法保存：{reason}',
  'sync.tooManyOps': '一次同步的更改过多',

  // Error codes of imports.
  'import.notFound': '没有找到这个导入任务',
  'import.alreadyFinished': '导入任务已经结束',
  'import.refused': '无法导入：{reason}',

  // Error codes of app versions.
  'release.nonePublished': '目前没有可供下载的版本',
  'release.versionUnknown': '没有找到这个版本',
  'release.versionNotNewer': '版本号须高于已发布过的最高版本 {newest}',
  'release.invalid': '这个版本不能发布：{reason}',
  'release.keyUnknown': '签名的密钥没有在这台服务器上发布过版本。换了密钥时，请先在服务器上用命令行发布一次',
  'release.uploadUnknown': '没有这次上传，可能已经过期或被新的上传取代，请重新开始',
  'release.uploadIncomplete': '文件还没有接着收完，请再上传一次；已收到的部分不用重传',
  'release.callRetired': '这个更新接口已停用，请下载安装最新版客户端',

  // Error codes of classes.
  'class.notFound': '没有找到这个班级，或您不在班里',
  'class.memberNotFound': '没有找到这位成员，请刷新后再试',
  'class.versionChanged': '教材又有更新的版本，请看过改动后再改用',
  'class.codeUnknown': '没有这个加课码，或老师已停用。请核对后再试',
  'class.codeTries': '加课码输错次数过多，请在 {minutes} 分钟后再试',
  'class.ownClass': '这是您自己的班级，不用加入',
  'class.full': '这个班级已满 {max} 人，请联系老师',
  'class.removed': '老师已把您移出这个班级，请联系老师',
  'class.announcementNotFound': '没有找到这条通知，请刷新后再试',
  'class.announcementsFull': '班级通知最多保存 {max} 条，请先删除旧通知',
  'class.chapterNotFound': '教材里没有这一章，请刷新后再试',
  'class.notTeacher': '对方不是认证教师，不能成为合作教师',
  'class.coTeachersFull': '最多 {max} 位合作教师',
  'class.tooMany': '最多 {max} 个未归档的班级，请先归档不用的班级',

  // Error codes of attendance and polls.
  'attendance.notFound': '没有找到这次签到，请刷新后再试',
  'attendance.classEnded': '班级已结束，不能再开始签到',
  'attendance.tooMany': '一个班级最多 {max} 次签到',
  'attendance.closed': '这次签到已结束。确实到课的，请老师补签',
  'attendance.codeWrong': '签到码不对或已过期，请输入大屏幕上现在的签到码',
  'attendance.codeTries': '输错的次数太多，请 {minutes} 分钟后再试，或请老师补签',
  'poll.notFound': '没有找到这个投票，可能已删除或还没有开始',
  'poll.notOpen': '这一轮投票已经结束，或还没有开始',
  'poll.changed': '投票的状态已变，请刷新后再试',
  'poll.tooMany': '一个班级最多 {max} 个投票，请先删除不用的',

  // Error codes of the class layer of books.
  'thread.notFound': '没有找到这条提问或回复，可能已删除或被老师隐藏',
  'thread.classEnded': '班级已结束，不能再提问和回复',
  'thread.tooMany': '一个班级最多 {max} 条提问和分享，请先删除旧的',
  'thread.tooManyReplies': '这条提问已有 {max} 条回复，不能再回复',
  'topic.notFound': '没有找到这个讨论或这条发言，可能已删除或被老师隐藏',
  'topic.notOpen': '讨论还没有开始',
  'topic.closed': '讨论已经截止，不能再发言、回复或删除',
  'topic.tooManyPosts': '一个讨论最多 {max} 条发言和回复',
  'topic.hasReplies': '这条发言已有别人的回复，不能删除',

  // Error codes of exam sessions.
  'exam.notRunning': '现在没有可以这样处理的考生：考试没有进行，或没有人在限时作答',
  'exam.notPaused': '没有暂停的考生，请刷新后查看',
  'exam.correctionNotFound': '没有找到这条更正，请刷新后再试',

  // Error codes of marking.
  'marking.begun': '已经有老师批过这道题，双评不能再改',
  'marking.notAssigned': '这份作答分给了别的老师批',
  'marking.finished': '两位老师都批过这份作答，不能再改；要改请班级的老师评定',
  'marking.unmarked': '还没有两位老师批过这份作答，不能评定',

  // Error codes of adoption lists.
  'adoption.notFound': '没有找到这份征订单，请刷新后再试',
  'adoption.stateChanged': '这份征订单的状态已变，请刷新后查看',
  'adoption.changedElsewhere': '这份征订单刚在别处改过，请刷新后再改',
  'adoption.tooMany': '最多保存 {max} 份征订单，请先删除不用的草稿',
  'adoption.empty': '征订单里还没有教材，请先添加',
  'adoption.closed': '本学期的征订已于 {at} 截止，请联系学校教材管理部门',
  'adoption.reasonNeeded': '《{book}》是首次选用，请先填写选用理由',
  'adoption.copyTaken': '您在本学期的另一份征订单里已领《{book}》的教师用书，每人只能领一本',
  'adoption.ownList': '不能审批自己的征订单，请由他人审批',

  // Error codes of sample copies.
  'sample.notFound': '没有找到这份样书申请，请刷新后再试',
  'sample.stateChanged': '这份样书申请的状态已变，请刷新后查看',
  'sample.alreadyRequested': '您已申请《{book}》的这种样书，请等候处理',
  'sample.quotaUsed': '每位教师每学期最多申请 {max} 份样书，您还可以申请 {left} 份',
  'sample.severalAddresses': '所选样书寄往不同的地址，请分开登记',
  // Error codes of dictionaries.
  'dictionary.notFound': '没有找到这部词典，可能已经删除或换过，请刷新后再试',

  // Error codes of question banks.
  'question.bankNotFound': '没有找到这个题库，或您没有使用它的权限',
  'question.notFound': '没有找到这道题，可能已被移走，请刷新后再试',
  'question.readOnly': '这个题库您只能查看：您没有修改的权限，或它已归档',
  'question.folderNotFound': '没有找到这个分类，请刷新后再试',
  'question.folderNameTaken': '这个题库里已有同名的分类',
  'question.changed': '这道题刚在别处改过。您的修改还在，请比较后再保存',
  'question.incomplete': '题目的内容和答案对不上，请检查后再保存',
  'question.tooLarge': '这道题的文字和图片太多，请缩小图片或拆成几道题',
  'question.tooMany': '一个题库最多 {max} 道题，请换一个题库',
  'question.tooManyBanks': '最多 {max} 个题库，请在已有的题库里分类',
  'question.tooManyFolders': '一个题库最多 {max} 个分类',
  // Error codes of the gradebook.
  'grade.schemeChanged': '成绩构成已被他人修改，请看过后再保存',
  'grade.columnInUse': '“{title}”已有成绩，不能删除。请先清空这一项的成绩',
  'grade.columnNotFound': '没有找到这个成绩项，请刷新后再试',
  'grade.final': '成绩已定稿，不能再改。请先撤销定稿',
  'grade.appealOpen': '您对这项成绩的申诉还在等老师答复',
  'grade.snapshotNotFound': '没有找到这次定稿的记录',
  'grade.appealNotFound': '没有找到这条申诉，或已经答复',

  // Error codes of royalties.
  'royalty.notFound': '没有找到这份结算单，请刷新后再试',
  'royalty.stateChanged': '这份结算单的状态已变，请刷新后查看',
  'royalty.changed': '《{book}》的账目刚刚变了，请重新生成后再核对',
  'royalty.notConfirmed': '《{book}》的结算单还没有确认；出具满 {days} 天没有异议的，才能直接付款',
  'royalty.threadFull': '这份结算单的往来消息已满 {max} 条，请当面或用邮件解决',
  'royalty.notContributor': '只能给这本书里已关联账号的作者设置费率',
  'royalty.rateOverlap': '这位作者在这段时间里已有费率，请先改它的结束日期',
  'royalty.rateSum': '{day} 这一天各人的费率合计 {percent}，不能超过 100%',
  'royalty.settled': '{day} 及以前的销售已经结算，它的费率不能再改',
  'royalty.rateNotFound': '没有找到这条费率，请刷新后再试',
  'royalty.tooManyRates': '一本书最多 {max} 条费率',
  // Error codes of printed documents.
  'print.noFont': '服务器上没有中文字体，不能生成 PDF：请管理员安装字体（Debian 软件包 fonts-noto-cjk）后重启服务。Word 和 Excel 不受影响',
  'print.failed': '没有生成 PDF：{reason}',

  // Error codes of statistics.
  'statistics.notContributor': '您不是这本书的作者，不能看它的统计',
  'statistics.notPublished': '这本书还没有上架，没有统计',
  'report.notFound': '没有找到这份报告，或还没有生成',
  'report.unknown': '这不是有效的报告编号，请核对后再试',

  // Error codes of assignments.
  'assignment.notFound': '没有找到这份作业，可能已删除或还没有发布',
  'assignment.tooMany': '一个班级最多 {max} 份作业，请先删除不用的草稿',
  'assignment.changed': '这份作业刚刚改过，请刷新后再改',
  'assignment.published': '这份作业已经发布，不能再改题目或删除',
  'assignment.noPaper': '这类作业没有试卷',
  'assignment.notExternal': '只有“登记成绩”的作业可以直接填写得分',
  'assignment.notPublished': '请先发布，再登记得分',
  'assignment.tooManyQuestions': '一份试卷最多 {max} 题，抽题范围合计最多 {pool} 题',
  'assignment.uploadQuestion': '“{title}”要交文件作答，不能放进试卷；请另外布置交文件的作业',
  'assignment.notReady': '还不能发布：{reason}',
  'assignment.notOpen': '还没有到开始的时间',
  'assignment.closed': '已经截止，不能再开始作答',
  'assignment.noAttemptLeft': '允许的作答次数已经用完',
  'assignment.noAnnotation': '选中的批注里没有一条算数，请回到书里看看还差什么',
  'assignment.attemptNotFound': '没有找到这次作答',
  'assignment.regradeNotFound': '没有找到这次更正，或已经撤销，或后来又更正过',
  'assignment.receiptUnknown': '这不是有效的交卷凭证，请核对后再试',

  // Error codes of errata.
  'errata.notFound': '没有找到这条勘误',
  'errata.decided': '这条勘误已经处理过，请刷新后查看',
  'errata.sameText': '修改建议与原文相同，请写明应改成什么',
  'errata.versionUnknown': '没有这个版本，或早于发现错误的版本',

  // Error codes of applications of teachers and authors.
  'application.notFound': '没有找到这份申请',
  'application.notOpen': '您的认证仍然有效，到期前 90 天起可以续期',
  'application.editorOnly': '您的认证曾被撤销，需要提交资料由编辑重新审核',
  'application.mailNotListed': '这个邮箱不属于已登记的学校；请核对，或提交资料由编辑审核',
  'application.mailTaken': '这个邮箱已用于认证其他账号',
  'application.decided': '这份申请已经处理过，请刷新后查看',
  'application.changed': '申请人刚刚修改了这份申请，请刷新后重新审核',

  // Error codes of the help pages.
  'help.ticketNotFound': '没有找到这个问题',
  'help.ticketClosed': '这个问题已经关闭；如果还没有解决，请重新提交',
} as const;

export type ErrorCode = keyof typeof errorSentences;
export const errorCodes = Object.keys(errorSentences) as ErrorCode[];

/** Codes of errors that every operation can return; declared here once instead of in each operation. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'requestLogin',
  'userBeenKickedOut',
  'request.invalid',
  'request.tooLarge',
  'request.tooMany',
  'request.inProgress',
  'request.opIdReused',
  'request.alreadyUsed',
  'forbidden',
  'account.secondFactorMissing',
  'platformOnly',
  'internal',
  'unavailable',
];

/** Returns the sentence of `code` with its `{name}` placeholders filled; a placeholder without a value becomes empty. */
export const errorSentence = (code: ErrorCode, details: Readonly<Record<string, string | number>> = {}): string =>
  fillSentence(errorSentences[code], details);

/** A business error with a code. The server converts it to the envelope; the client throws it again from the envelope. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string | number>>;
  /** Data that the caller needs in order to continue; sent only when the operation declares it (`Operation.refusals`). */
  readonly payload: unknown;
  constructor(
    code: ErrorCode,
    details: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions & { readonly payload?: unknown },
  ) {
    super(errorSentence(code, details), options);
    this.name = 'CodedError';
    this.code = code;
    this.details = details;
    this.payload = options?.payload;
  }
}
