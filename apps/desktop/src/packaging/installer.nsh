; Included by the installer for Windows. /SERVER=https://... presets the server for all users of the computer, so that a school can
; install the client without questions: setup.exe /S /allusers /SERVER=https://shufang.example.edu.cn

!include "FileFunc.nsh"

!macro customInstall
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/SERVER=" $R1
  ${IfNot} ${Errors}
    FileOpen $R2 "$INSTDIR\shufang-server.txt" w
    FileWrite $R2 "$R1"
    FileClose $R2
  ${EndIf}
!macroend
