// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// A contract account of one owner: it takes the owner's personal_sign signatures as its own (ERC-1271), and does several
/// calls at the owner's word, all of them or none.
contract SmartWallet {
    address public owner;

    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    constructor(address first) {
        owner = first;
    }

    function setOwner(address next) external {
        require(msg.sender == owner, "not the owner");
        owner = next;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external {
        require(msg.sender == owner, "not the owner");
        for (uint256 index = 0; index < calls.length; index++) {
            (bool done, bytes memory answer) = calls[index].to.call{value: calls[index].value}(calls[index].data);
            if (!done) assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
